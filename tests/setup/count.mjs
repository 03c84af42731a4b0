// count.mjs REPORT: prints "<passed> <failed>" of a JUnit report or of libtest's own output.
import { readFileSync } from 'node:fs';

const text = readFileSync(process.argv[2], 'utf8');
let passed = 0;
let failed = 0;

if (text.includes('<testsuites')) {
  // Test output stands in CDATA and may hold anything; it is not part of the count.
  const bare = text.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '').replace(/<!--[\s\S]*?-->/g, '');
  for (const [, body] of bare.matchAll(/<testcase\b((?:[^>"]|"[^"]*")*?(?:\/>|>[\s\S]*?<\/testcase>))/g)) {
    if (/<(failure|error)\b/.test(body)) failed += 1;
    else if (!/<skipped\b/.test(body)) passed += 1;
  }
} else {
  for (const [, good, bad] of text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)) {
    passed += Number(good);
    failed += Number(bad);
  }
}
console.log(`${passed} ${failed}`);
