import compileMessage from 'icu-minify/compile';
import { expect, it } from 'vitest';
import { languages } from './languages.ts';

type Texts = { readonly [key: string]: string | Texts };
type Files = Readonly<Record<string, Texts>>;

const files: Files = import.meta.glob<Texts>('../**/*.texts{,.*}.ts', { eager: true });

const ENGLISH_FILE = /\.texts\.ts$/;
const LANGUAGE = /\.texts\.(?<language>\w+)\.ts$/;

/** Names of the parameters and tags of a message, also of those inside of a plural or select. */
const parametersOf = (compiled: unknown): string[] =>
  Array.isArray(compiled) ? compiled.flatMap(parametersOfNode) : [];

function parametersOfNode(node: unknown): string[] {
  if (!Array.isArray(node)) return [];
  const [name, kind, ...rest]: unknown[] = node;
  if (kind === undefined) return [`{${name}}`];
  if (typeof kind === 'number' && kind > 0) return [`{${name}}`, ...Object.values(rest[0] ?? {}).flatMap(parametersOf)];
  return [`<${name}>`, ...parametersOf([kind, ...rest])];
}

/** The path of every text, with the parameters that it has. */
function flatten(texts: Texts, path = ''): [path: string, parameters: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    const inner = path ? `${path}.${key}` : key;
    if (typeof value !== 'string') return flatten(value, inner);
    return [[inner, [...new Set(parametersOf(compileMessage(value)))].toSorted().join(' ')]];
  });
}

function compareTexts(english: Texts, other: Texts): string[] {
  const [expected, found] = [new Map(flatten(english)), new Map(flatten(other))];
  return [
    ...[...expected].flatMap(([path, parameters]) => {
      if (!found.has(path)) return `${path} is missing`;
      return found.get(path) === parameters ? [] : `${path} has other parameters: ${found.get(path)}`;
    }),
    ...[...found.keys()].filter((path) => !expected.has(path)).map((path) => `${path} is not in English`),
  ];
}

/** What a language lacks or has too much of, file by file. */
function findDifferences(all: Files, language: string): string[] {
  const fileOf = (english: string) => english.replace(ENGLISH_FILE, `.texts.${language}.ts`);
  const english = Object.keys(all).filter((path) => ENGLISH_FILE.test(path));
  const expected = new Set(english.map(fileOf));
  const own = Object.keys(all).filter((path) => LANGUAGE.exec(path)?.groups?.language === language);
  return [
    ...english.flatMap((path) =>
      compareTexts(all[path] ?? {}, all[fileOf(path)] ?? {}).map((what) => `${fileOf(path)}: ${what}`),
    ),
    ...own.filter((path) => !expected.has(path)).map((path) => `${path}: there is no English file`),
  ];
}

it('finds what a language lacks', () => {
  const english = {
    title: 'Payee',
    count: '{count, plural, one {# payee of {name}} other {# payees}}',
    form: { help: 'Read <link>our terms</link>', send: 'Send' },
  };
  const thai = { title: 'ผู้รับเงิน', count: 'ผู้รับเงิน {number} ราย', form: { help: 'อ่าน <b>ข้อกำหนด</b>', more: '' } };
  const all = {
    'payee.texts.ts': { payee: english },
    'payee.texts.th.ts': { payee: thai },
    'pin.texts.ts': { pin: { title: 'PIN' } },
    'rate.texts.th.ts': { rate: {} },
  };
  expect(findDifferences(all, 'th')).toEqual([
    'payee.texts.th.ts: payee.count has other parameters: {number}',
    'payee.texts.th.ts: payee.form.help has other parameters: <b>',
    'payee.texts.th.ts: payee.form.send is missing',
    'payee.texts.th.ts: payee.form.more is not in English',
    'pin.texts.th.ts: pin.title is missing',
    'rate.texts.th.ts: there is no English file',
  ]);
});

it('accepts a language that says a plural in one way', () => {
  const all = {
    'a.texts.ts': { a: { count: '{count, plural, one {# day} other {# days}}' } },
    'a.texts.th.ts': { a: { count: '{count} วัน' } },
  };
  expect(findDifferences(all, 'th')).toEqual([]);
});

it('has the texts of English in every language, file by file', () => {
  expect(Object.keys(files).length).toBeGreaterThan(50);
  const begun = Object.keys(files).flatMap((path) => LANGUAGE.exec(path)?.groups?.language ?? []);
  const others = new Set([...Object.keys(languages), ...begun]);
  others.delete('en');
  expect([...others].flatMap((language) => findDifferences(files, language))).toEqual([]);
});

it.each(Object.entries(languages))('has the texts of English in every bundle of %s', async (_language, bundles) => {
  for (const name of ['first', 'all', 'later', 'staff'] as const)
    expect(compareTexts(await languages.en[name](), await bundles[name]()), name).toEqual([]);
});

it('puts every text into a bundle, and never two under one key', async () => {
  const { all, later, staff } = languages.en;
  const english = Object.entries(files).filter(([path]) => ENGLISH_FILE.test(path));
  const texts: Texts = { ...(await all()), ...(await later()), ...(await staff()) };
  expect(flatten(texts)).toHaveLength(english.flatMap(([, exported]) => flatten(exported)).length);
});

const lists = import.meta.glob<string>('./en*.ts', { eager: true, query: '?raw', import: 'default' });

it('downloads the texts of one file together', () => {
  const listsOf = new Map<string, string>();
  for (const [list, source] of Object.entries(lists))
    for (const [, names = '', file = ''] of source.matchAll(/^import \{ (.+) \} from '(.+\.texts\.ts)';$/gm))
      for (const name of names.split(', ')) {
        const key = `${file} ${name}`;
        listsOf.set(key, [listsOf.get(key), list].join(' '));
      }
  const divided = Object.entries(files).filter(([path, exported]) => {
    const places = Object.keys(exported).map((name) => listsOf.get(`${path} ${name}`));
    return new Set(places).size > 1;
  });
  expect(listsOf.size).toBeGreaterThan(50);
  expect(divided.map(([path]) => path)).toEqual([]);
});
