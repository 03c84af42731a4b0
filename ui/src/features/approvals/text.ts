import { textsOf } from '../../shared/lib/text/feature';
import type { Plural } from '../../shared/lib/text/en';

const en = {
  byRule: 'Allow by a rule…',
  expiresIn: 'expires in {time}',
  expiresNow: 'about to expire',
  origin: 'Comes from',
  helper: 'outside the agent’s current turn, perhaps a helper of it',
  host: 'Host',
  hidden: {
    one: '{n} invisible or direction-changing character. It is shown by its number: ⟨U+202E⟩.',
    other:
      '{n} invisible or direction-changing characters. They are shown by their numbers: ⟨U+202E⟩.',
  } as Plural,
  blank: {
    one: '{n} long blank run. A mark counts it: ⟨␤ × 5000⟩ for lines, ⟨␠ × 300⟩ for spaces.',
    other: '{n} long blank runs. Marks count them: ⟨␤ × 5000⟩ for lines, ⟨␠ × 300⟩ for spaces.',
  } as Plural,
  region: 'What is asked',
  toEnd: 'Jump to the end',
  toCard: 'Ctrl Shift Enter goes to the request',
  ranAnyway: 'The agent ran this without keeping to your answer.',
  endAgent: 'End the agent',

  pages: 'Approvals',
  'page.inbox': 'Waiting',
  'page.rules': 'Rules',
  'page.ledger': 'Ledger',

  'denyAll.title': { one: 'Deny {n} request?', other: 'Deny all {n} requests?' } as Plural,
  'denyAll.here':
    'Everything that waits in this conversation is denied. The agent goes on without.',
  'denyAll.everywhere':
    'Everything that waits, in all conversations, is denied. The agents go on without.',
  'denyAll.reason': 'What should they do instead? (may stay empty)',
  'denyAll.send': { one: 'Deny {n}', other: 'Deny {n}' } as Plural,

  'rule.title': 'Answer by a rule',
  'rule.lead': 'Parley keeps the rule and answers such requests for you. You find it under Rules.',
  'rule.effect': 'What the rule does',
  'rule.allow': 'Allow',
  'rule.deny': 'Deny',
  'rule.which': 'For which requests',
  'rule.broad': 'reaches far',
  'rule.narrowest': 'narrowest',
  'rule.loading': 'Looking for rules that fit…',
  'rule.none': 'No rule can be offered for this request.',
  'rule.where': 'For {agent} in {folder}',
  'rule.keepAllow': 'Allow, and keep the rule',
  'rule.keepDeny': 'Deny, and keep the rule',
  'rule.readFirst': 'First read the arguments to their end, on the card.',
  'rule.edit': 'Change it',

  'edit.command': 'The command begins with',
  'edit.exact': 'and nothing may follow',
  'edit.openQuote': 'A quotation mark is open. Close it, and the rule can be kept.',
  'edit.commandNever':
    'Never lets a command pass that is joined to another (&& ; |), redirects, or fills something in ($(…)).',
  'edit.path': 'Files in the workspace that fit',
  'edit.pathHint': '* is any part of a name, ** any folders',
  'edit.pathNever': 'Never reaches outside the workspace, also not by a link.',
  'edit.host': 'Addresses on',
  'edit.subdomains': 'and names under it',
  'edit.hostNever': 'Matches this host only, by its whole name.',
  'edit.same': 'Exactly these arguments, to the byte.',
  'edit.any': 'Any arguments of this tool.',
  'edit.always': 'Long, unusual or dangerous requests ask all the same.',

  'try.looking': 'Trying it on past calls…',
  'try.none': 'No past call to try it on yet.',
  'try.wouldAllow': {
    one: 'Of {all} past calls it would have allowed {n}:',
    other: 'Of {all} past calls it would have allowed {n}:',
  } as Plural,
  'try.wouldDeny': {
    one: 'Of {all} past calls it would have denied {n}:',
    other: 'Of {all} past calls it would have denied {n}:',
  } as Plural,
  'try.matchesNone': 'It would have decided none of {all} past calls.',
  'try.others': { one: 'and {n} more', other: 'and {n} more' } as Plural,
};

const de: Record<keyof typeof en, string | Plural> = {
  byRule: 'Per Regel erlauben…',
  expiresIn: 'läuft in {time} ab',
  expiresNow: 'läuft gleich ab',
  origin: 'Kommt von',
  helper: 'außerhalb der laufenden Runde des Agenten, vielleicht von einem Helfer',
  host: 'Rechner',
  hidden: {
    one: '{n} unsichtbares oder richtungsänderndes Zeichen. Es ist mit seiner Nummer gezeigt: ⟨U+202E⟩.',
    other:
      '{n} unsichtbare oder richtungsändernde Zeichen. Sie sind mit ihren Nummern gezeigt: ⟨U+202E⟩.',
  },
  blank: {
    one: '{n} langer Leerraum. Eine Marke zählt ihn: ⟨␤ × 5000⟩ für Zeilen, ⟨␠ × 300⟩ für Leerzeichen.',
    other:
      '{n} lange Leerräume. Marken zählen sie: ⟨␤ × 5000⟩ für Zeilen, ⟨␠ × 300⟩ für Leerzeichen.',
  },
  region: 'Was gefragt ist',
  toEnd: 'Zum Ende springen',
  toCard: 'Strg Umschalt Eingabe geht zur Anfrage',
  ranAnyway: 'Der Agent hat das ausgeführt, ohne sich an deine Antwort zu halten.',
  endAgent: 'Agent beenden',

  pages: 'Freigaben',
  'page.inbox': 'Wartet',
  'page.rules': 'Regeln',
  'page.ledger': 'Protokoll',

  'denyAll.title': { one: '{n} Anfrage ablehnen?', other: 'Alle {n} Anfragen ablehnen?' },
  'denyAll.here':
    'Alles, was in diesem Gespräch wartet, wird abgelehnt. Der Agent macht ohne weiter.',
  'denyAll.everywhere':
    'Alles, was in allen Gesprächen wartet, wird abgelehnt. Die Agenten machen ohne weiter.',
  'denyAll.reason': 'Was sollen sie stattdessen tun? (darf leer bleiben)',
  'denyAll.send': { one: '{n} ablehnen', other: '{n} ablehnen' },

  'rule.title': 'Mit einer Regel antworten',
  'rule.lead':
    'Parley merkt sich die Regel und beantwortet solche Anfragen für dich. Du findest sie unter Regeln.',
  'rule.effect': 'Was die Regel tut',
  'rule.allow': 'Erlauben',
  'rule.deny': 'Ablehnen',
  'rule.which': 'Für welche Anfragen',
  'rule.broad': 'reicht weit',
  'rule.narrowest': 'am engsten',
  'rule.loading': 'Passende Regeln werden gesucht…',
  'rule.none': 'Für diese Anfrage lässt sich keine Regel anbieten.',
  'rule.where': 'Für {agent} in {folder}',
  'rule.keepAllow': 'Erlauben und Regel behalten',
  'rule.keepDeny': 'Ablehnen und Regel behalten',
  'rule.readFirst': 'Lies erst auf der Karte die Argumente bis zum Ende.',
  'rule.edit': 'Ändern',

  'edit.command': 'Der Befehl beginnt mit',
  'edit.exact': 'und nichts darf folgen',
  'edit.openQuote':
    'Ein Anführungszeichen ist offen. Schließe es, dann lässt sich die Regel behalten.',
  'edit.commandNever':
    'Lässt nie einen Befehl durch, der an einen anderen gehängt ist (&& ; |), umleitet oder etwas einsetzt ($(…)).',
  'edit.path': 'Dateien im Arbeitsordner, die passen zu',
  'edit.pathHint': '* ist ein beliebiger Namensteil, ** beliebige Ordner',
  'edit.pathNever': 'Reicht nie aus dem Arbeitsordner hinaus, auch nicht über eine Verknüpfung.',
  'edit.host': 'Adressen auf',
  'edit.subdomains': 'und Namen darunter',
  'edit.hostNever': 'Passt nur auf diesen Rechner, mit seinem ganzen Namen.',
  'edit.same': 'Genau diese Argumente, auf das Byte.',
  'edit.any': 'Beliebige Argumente dieses Werkzeugs.',
  'edit.always': 'Lange, ungewöhnliche oder gefährliche Anfragen fragen trotzdem.',

  'try.looking': 'Wird an früheren Aufrufen erprobt…',
  'try.none': 'Noch kein früherer Aufruf zum Erproben.',
  'try.wouldAllow': {
    one: 'Von {all} früheren Aufrufen hätte sie {n} erlaubt:',
    other: 'Von {all} früheren Aufrufen hätte sie {n} erlaubt:',
  },
  'try.wouldDeny': {
    one: 'Von {all} früheren Aufrufen hätte sie {n} abgelehnt:',
    other: 'Von {all} früheren Aufrufen hätte sie {n} abgelehnt:',
  },
  'try.matchesNone': 'Sie hätte keinen von {all} früheren Aufrufen entschieden.',
  'try.others': { one: 'und {n} weiterer', other: 'und {n} weitere' },
};

/** The texts of the card and its rule, loaded with them. */
export const catalogues = { en, de };
export const tt = textsOf(catalogues);
