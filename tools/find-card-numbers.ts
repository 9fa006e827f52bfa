import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { dataDirectory, withDatabase } from './database.ts';

/**
 * Looks for card numbers in the database and in the logs. Only the issuer processor may know one, and in the sandbox its
 * store, which is therefore not searched.
 *
 * - Numbers that are known (those in the store of the sandbox), and 16 digits that begin like ours and pass the Luhn
 *   check, count wherever they are: within a longer word, in groups, or as the hexadecimal text of their bytes.
 * - Any other number counts if it has the beginning and the length of a card scheme, passes the Luhn check and is not
 *   part of a longer word. One in ten numbers passes the check, so what can be recognised as something else is left
 *   out: account numbers with a valid IBAN check, UUIDs, decimals such as a rate, phone numbers (`+`), and digits that
 *   are joined to letters, as in digests, tokens and references.
 *
 * What is encrypted or compressed cannot be searched.
 */
export function findCardNumbers(text: string, known: ReadonlySet<string> = new Set()): string[] {
  const found = [...findOurs(text, known), ...findOurs(decodeHex(text), known), ...findAny(text)];
  return [...new Set(found)];
}

/** Of the sandbox: its card issuer, and the published test numbers of its card processor. */
const ours = /(?=((?:4[ -]?0[ -]?0[ -]?0[ -]?0[ -]?9|2[ -]?2[ -]?2[ -]?3[ -]?0[ -]?1)(?:[ -]?\d){10}))/g;
const publishedTestNumber = /4242424242424242|5555555555554444|5105105105105100|4000000000003220/g;

function findOurs(text: string, known: ReadonlySet<string>): string[] {
  const issued = [...text.matchAll(ours)].map(([, run = '']) => toDigits(run)).filter(passesLuhn);
  const joined =
    known.size === 0 ? '' : toDigits(text.replaceAll(/(\d)[ -](?=\d)/g, '$1').replaceAll(/\D+/g, ' '), ' ');
  return [
    ...issued,
    ...(text.match(publishedTestNumber) ?? []),
    ...[...known].filter((number) => joined.includes(number)),
  ];
}

const toDigits = (text: string, separator = ''): string => text.replaceAll(separator === '' ? /\D/g : /[^\d ]/g, '');

/** The digits that a hexadecimal text of at least 13 bytes stands for. */
const decodeHex = (text: string): string =>
  [...text.matchAll(/(?:3\d){13,}/g)].map(([run]) => run.replaceAll(/3(\d)/g, '$1')).join(' ');

const alone =
  /(?<![\w.+-])(?:\d{13,19}|\d{4}(?<a>[ -])\d{4}\k<a>\d{4}\k<a>\d{1,7}|\d{4}(?<b>[ -])\d{6}\k<b>\d{5})(?![\w-]|\.\d)/g;
const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const ibanLike = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;

function findAny(text: string): string[] {
  const rest = text
    // The code of a character must not be joined to the digits after it.
    .replaceAll(/%[0-9A-F]{2}|\\u[0-9a-f]{4}|\\+[nrt]/gi, ' ')
    .replaceAll(uuid, ' ')
    .replaceAll(ibanLike, (iban) => (isIban(iban.replaceAll(' ', '')) ? ' ' : iban));
  return [...rest.matchAll(alone)]
    .map(([run]) => toDigits(run))
    .filter((digits) => hasScheme(digits) && passesLuhn(digits));
}

/** Visa, Mastercard, American Express, Diners Club, JCB, Discover, UnionPay and Maestro. */
const schemes = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^5[1-5]\d{14}$/,
  /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/,
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|[689]\d)\d{11}$/,
  /^35\d{14}$/,
  /^6(?:011|4[4-9]\d|5\d\d|2\d\d)\d{12,15}$/,
  /^(?:50|5[6-9]|6[0-9])\d{14}$/,
];
const hasScheme = (digits: string): boolean => schemes.some((scheme) => scheme.test(digits));

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, i) => total + (i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
  return sum % 10 === 0;
}

function isIban(text: string): boolean {
  const digits = (text.slice(4) + text.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** Where a number is, and its last four digits: a report must not spread it. */
export type Finding = Readonly<{ place: string; last4: string }>;

/** Columns of numbers that are no card numbers, and why. */
const leftOut: Readonly<Record<string, string>> = { fingerprint: 'a 64-bit digest of a ledger operation' };

/** Every row of every table, as text. */
export async function searchDatabase(url: string, known: ReadonlySet<string> = new Set()): Promise<Finding[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name, string_agg(format('%I', a.attname), ', ') as columns
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> all ($1)
       where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
       group by 1 order by 1`,
      [Object.keys(leftOut)],
    );
    const findings: Finding[] = [];
    for (const table of tables) findings.push(...(await searchTable(client, table, known)));
    return findings;
  } finally {
    await client.end();
  }
}

const batchSize = 5000;

type Table = Readonly<{ name: string; columns: string }>;

async function searchTable(
  client: pg.Client,
  { name, columns }: Table,
  known: ReadonlySet<string>,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  await client.query('begin read only');
  try {
    // Thirteen digits, with or without anything between that is not a letter, or the hexadecimal text of thirteen.
    await client.query(
      `declare row_text no scroll cursor for select text from (select row(${columns})::text as text from ${name}) r
       where text ~ '[0-9](?:[ -]?[0-9]){12}'`,
    );
    for (;;) {
      const { rows } = await client.query<{ text: string }>(`fetch ${batchSize} from row_text`);
      for (const { text } of rows) findings.push(...toFindings(name, findCardNumbers(text, known)));
      if (rows.length < batchSize) return findings;
    }
  } finally {
    await client.query('rollback');
  }
}

const toFindings = (place: string, numbers: readonly string[]): Finding[] =>
  numbers.map((number) => ({ place, last4: number.slice(-4) }));

export async function searchFile(file: string, known: ReadonlySet<string> = new Set()): Promise<Finding[]> {
  const findings: Finding[] = [];
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    findings.push(...toFindings(`${file}:${line}`, findCardNumbers(text, known)));
  }
  return findings;
}

/** Every number that the issuer processor of the sandbox gave out. */
export function readIssuedNumbers(folder: string): ReadonlySet<string> {
  const file = join(folder, 'sandbox-bank.sqlite');
  if (!existsSync(file)) return new Set();
  const store = new DatabaseSync(file, { readOnly: true });
  try {
    return new Set(
      store
        .prepare('select number from ci_card')
        .all()
        .map(({ number }) => String(number)),
    );
  } finally {
    store.close();
  }
}

/** The logs that `npm start` writes into its data directory. */
export const logFiles = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.log') || name.endsWith('.jsonl'))
        .map((name) => join(folder, name))
    : [];

async function printCardNumbers(folder: string, files: readonly string[]): Promise<boolean> {
  const known = readIssuedNumbers(folder);
  const findings = await withDatabase((url) => searchDatabase(url, known));
  for (const file of [...logFiles(folder), ...files]) findings.push(...(await searchFile(file, known)));
  for (const { place, last4 } of findings) console.log(`${place}: a card number that ends in ${last4}`);
  console.log(
    findings.length === 0
      ? `No card number, and none of the ${known.size} that the sandbox issued, in the database or the logs.`
      : `${findings.length} card numbers.`,
  );
  return findings.length === 0;
}

if (import.meta.main && !(await printCardNumbers(dataDirectory(), process.argv.slice(2)))) process.exitCode = 1;
