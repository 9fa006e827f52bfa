import { XMLBuilder } from 'fast-xml-parser';
import { cleanText } from './text.ts';

/** An element: its text, or its children in order. `@name` is an attribute; undefined is left out. */
export type XmlContent = string | Readonly<{ [name: string]: XmlContent | readonly XmlContent[] | undefined }>;

/** The types of the library leave `entities` out. */
const options = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  processEntities: true,
  // Quotes stay as they are in text, because libofx knows no `&quot;`. Attributes here hold our own values.
  entities: [
    { regex: /&/g, val: '&amp;' },
    { regex: />/g, val: '&gt;' },
    { regex: /</g, val: '&lt;' },
  ],
  suppressBooleanAttributes: false,
};
const builder = new XMLBuilder(options);

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '>': '&gt;', '<': '&lt;' };

/** For writers of so many elements that building a document of each would take most of the time. */
export const escapeText = (text: string): string => cleanText(text).replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

const rowsMark = '\uE000';

export const writeDocument = (root: Readonly<Record<string, unknown>>): string => builder.build(root);

export const writeElements = (name: string, elements: readonly XmlContent[]): string =>
  builder.build({ [name]: elements.map(cleanContent) });

/** A document with `rowsMark` where its rows go, cut there: rows are written in between, however many they are. */
export function splitDocument(root: Readonly<Record<string, unknown>>): Readonly<{ before: string; after: string }> {
  const [before = '', after = ''] = builder.build(root).split(rowsMark);
  return { before, after };
}

export const withRows = { '#text': rowsMark } as const;

const isList = (value: XmlContent | readonly XmlContent[]): value is readonly XmlContent[] => Array.isArray(value);

export function cleanContent(content: XmlContent): XmlContent {
  if (typeof content === 'string') return cleanText(content);
  const entries = Object.entries(content).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return [[name, isList(value) ? value.map(cleanContent) : cleanContent(value)] as const];
  });
  return Object.fromEntries(entries);
}
