/*
 * The page's policy takes styles from its own files and from script that sets
 * them one by one, and from nowhere else: no <style> element with text, no
 * style="…" attribute. The terminal's renderer wants both. This gives it a
 * document that looks like the page's: what it writes into a <style> element
 * becomes a sheet the script constructs, and what it writes into a style
 * attribute is set through the element's style object. Both are allowed as they
 * are; the policy stays as it is.
 */

/** A sheet that was made by script. */
export interface Sheet {
  replaceSync(css: string): void;
}

/** Where sheets are put to have an effect. */
export interface Sheets {
  make(): Sheet;
  remove(sheet: Sheet): void;
}

/** The sheets of a document. */
export function sheetsOf(real: Document): Sheets {
  return {
    make() {
      const sheet = new CSSStyleSheet();
      real.adoptedStyleSheets = [...real.adoptedStyleSheets, sheet];
      return sheet;
    },
    remove(sheet) {
      real.adoptedStyleSheets = real.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

/** What a terminal makes its elements with. */
export interface Styled {
  /** For elements it makes later on. */
  readonly document: Document;
  /** Does something in which the page's own document makes elements as `document` does. */
  during: (work: () => void) => void;
  /** Takes all sheets away again. */
  end: () => void;
}

/** A document whose elements take the styles that the policy forbids in another way. */
export function styledDocument(real: Document, sheets: Sheets = sheetsOf(real)): Styled {
  const made = new Set<Sheet>();
  const create = Document.prototype.createElement.bind(real) as (name: string) => HTMLElement;

  function style(): HTMLElement {
    const stand = create('span');
    stand.hidden = true;
    const sheet = sheets.make();
    made.add(sheet);
    let css = '';
    Object.defineProperty(stand, 'textContent', {
      get: () => css,
      set: (value: string) => {
        css = value;
        sheet.replaceSync(css);
      },
    });
    stand.remove = () => {
      sheets.remove(sheet);
      made.delete(sheet);
      Element.prototype.remove.call(stand);
    };
    return stand;
  }

  function createElement(name: string): HTMLElement {
    if (name === 'style') return style();
    const element = create(name);
    element.setAttribute = (attribute: string, value: string) => {
      if (attribute === 'style') element.style.cssText = value;
      else Element.prototype.setAttribute.call(element, attribute, value);
    };
    return element;
  }

  const document = new Proxy(real, {
    get(target, name) {
      if (name === 'createElement') return createElement;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
  return {
    document,
    during(work) {
      real.createElement = createElement as Document['createElement'];
      try {
        work();
      } finally {
        Reflect.deleteProperty(real, 'createElement');
      }
    },
    end() {
      for (const sheet of made) sheets.remove(sheet);
      made.clear();
    },
  };
}
