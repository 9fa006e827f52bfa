// Lists the texts that people read, the hardest first: npm run words [-- --by=screen --only=web.payments/bulk --top=40]
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureText, type Reading } from './words/reading.ts';

type Texts = { readonly [key: string]: string | Texts };
type Entry = Reading & Readonly<{ source: string; screen: string; key: string; text: string }>;

const root = join(import.meta.dirname, '..');
const sources = [
  { name: 'web', files: 'apps/web/src/**/*.texts.ts' },
  { name: 'api', files: 'packages/messages/src/en/*.ts' },
];

const { values: options } = parseArgs({
  options: {
    by: { type: 'string', default: 'ease' },
    only: { type: 'string' },
    top: { type: 'string' },
  },
});

async function readTexts(): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { name, files } of sources)
    for (const file of globSync(files, { cwd: root }).toSorted()) {
      const exported: Texts = await import(join(root, file));
      const screen = file.replace(/^.*\/src\/(en\/)?/, '').replace(/(\.texts)?\.ts$/, '');
      // Templates of e-mails stand in a file of their own, among the texts of the API.
      const source = name === 'api' && /mail/.test(screen) ? 'mail' : name;
      for (const [key, text] of flatten(exported)) entries.push({ source, screen, key, text, ...measureText(text) });
    }
  return entries;
}

function* flatten(texts: Texts, path = ''): Generator<[key: string, text: string]> {
  for (const [key, value] of Object.entries(texts)) {
    const inner = path ? `${path}.${key}` : key;
    if (typeof value === 'string') yield [inner, value];
    else yield* flatten(value, inner);
  }
}

const difficulty = ({ longestSentence, ease, words }: Entry): number =>
  longestSentence * 3 - ease + Math.max(0, words - 25) * 2;
const nameOf = ({ source, screen }: Entry): string => `${source}.${screen}`;
const lineOf = (entry: Entry): string =>
  [
    String(entry.length).padStart(5),
    String(entry.words).padStart(5),
    String(entry.longestSentence).padStart(8),
    String(Math.round(entry.ease)).padStart(5),
    `  ${nameOf(entry)} ${entry.key}: ${entry.text.replace(/\s+/g, ' ')}`,
  ].join(' ');
const heading = 'chars words sentence  ease   text';

function printScreens(entries: readonly Entry[]): void {
  const byScreen = [...Map.groupBy(entries, nameOf)].map(([name, texts]) => {
    const sum = (of: (entry: Entry) => number) => texts.reduce((total, entry) => total + of(entry), 0);
    const words = sum((entry) => entry.words);
    const ease = sum((entry) => entry.ease * entry.words) / Math.max(1, words);
    return { name, count: texts.length, words, ease };
  });
  console.log('texts words  ease   screen');
  for (const { name, count, words, ease } of byScreen.toSorted((a, b) => a.ease - b.ease))
    console.log(
      `${String(count).padStart(5)} ${String(words).padStart(5)} ${String(Math.round(ease)).padStart(5)}   ${name}`,
    );
}

const { only, top, by } = options;
const entries = (await readTexts()).filter((entry) => only === undefined || nameOf(entry).startsWith(only));
if (by === 'screen') printScreens(entries);
else {
  console.log(heading);
  const hardest = entries.toSorted((a, b) => difficulty(b) - difficulty(a));
  for (const entry of hardest.slice(0, top === undefined ? undefined : Number(top))) console.log(lineOf(entry));
}
const words = entries.reduce((total, entry) => total + entry.words, 0);
console.log(`\n${entries.length} texts with ${words} words.`);
