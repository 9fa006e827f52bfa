import { XMLParser } from 'fast-xml-parser';

export type MaskedBody = null | boolean | number | string | MaskedBody[] | { [name: string]: MaskedBody };

/** What stands in place of a masked value; of accounts and cards the last four characters stay readable. */
export const masked = '[masked]';
const maskedEnding = (ending: string): string => `[masked ··${ending}]`;
const cut = '[cut]';

const maxChars = 4000;
const maxEntries = 40;
const maxDepth = 14;

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  removeNSPrefix: true,
  processEntities: false,
});

/**
 * A body as the log may keep it. Nothing is kept that is not known to be harmless: a value stays only where both its
 * name and its shape say that it is an amount, a code, a state, a time or an id of ours. Names, texts, addresses,
 * secrets and whatever a partner adds later are masked.
 */
export function maskBody(body: unknown): MaskedBody {
  if (body === null || body === undefined || body === '') return null;
  const maskedBody = maskValue([], read(body));
  return JSON.stringify(maskedBody).length <= maxChars ? maskedBody : cut;
}

function read(body: unknown): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body);
  return typeof body === 'string' ? parse(body) : body;
}

function parse(body: string): unknown {
  try {
    if (body.startsWith('<')) return body.includes('<!DOCTYPE') ? masked : xml.parse(body);
    if (body.startsWith('{') || body.startsWith('[')) return JSON.parse(body);
  } catch {
    return masked;
  }
  return /^[\w.~-]+=/.test(body) ? Object.fromEntries(new URLSearchParams(body)) : masked;
}

function maskValue(path: readonly string[], value: unknown): MaskedBody {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return maskText(path, value);
  if (path.length >= maxDepth || typeof value !== 'object') return cut;
  if (Array.isArray(value)) return value.slice(0, maxEntries).map((entry) => maskValue(path, entry));
  const entries = Object.entries(value).slice(0, maxEntries);
  return Object.fromEntries(
    entries.map(([name, entry], i) =>
      isName(name) ? [name, maskValue([...path, name], entry)] : [`${masked}${i}`, masked],
    ),
  );
}

const isName = (name: string): boolean => /^[@#?]?[A-Za-z][A-Za-z_:]{0,39}$/.test(name);

type Rule = Readonly<{ names: RegExp; shape: RegExp }>;

const never = /token|secret|password|pass$|pin|approval|captcha|signature|cvv|cvc|otp|birth|dob|expir/i;

const harmlessValues: readonly Rule[] = [
  {
    names: /^(.*amount|.*amt|fee|fees|balance|rate|.*rate|min|max|count|limit|minutes|days|version)$/i,
    shape: /^-?\d{1,15}(\.\d{1,10})?$/,
  },
  { names: /^(@?ccy|.*currency|from|to|sell|buy|country)$/i, shape: /^[A-Z]{2,3}$/ },
  {
    names: /(^at|At|Dt|Tm|day|^date|Date|^from|^to|^until)$/,
    shape: /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d\d:\d\d)?)?$/,
  },
  {
    names:
      /^(status|state|kind|type|result|outcome|decision|scheme|rail|mode|code|reason|direction|channel|network|tier)$/i,
    shape: /^[a-z_]{2,24}$/,
  },
  { names: /(code|sts|cd|rsn|scheme|status|prtry|chrgBr|SttlmMtd)$/i, shape: /^([A-Z]{2,8}|[A-Z]{1,2}\d{2,3})$/ },
  { names: /^(code|method|field)$/, shape: /^[a-z]+(_[a-z]+)*$/ },
];

/** Ids that we or a partner made up; they say nothing about a person. */
const generatedId = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})$/i;

const account = /acct|account|iban|card|bankholder/i;

function maskText(path: readonly string[], value: string | number | bigint): string | number {
  const text = String(value);
  // The text of an XML element stands one level below its name.
  const name = (path.at(-1) === '#text' ? path.at(-2) : path.at(-1)) ?? '';
  if (never.test(name)) return masked;
  if (generatedId.test(text)) return text;
  if (harmlessValues.some(({ names, shape }) => names.test(name) && shape.test(text)))
    return typeof value === 'number' ? value : text;
  const compact = text.replace(/[\s-]/g, '');
  const isAccount = path.some((part) => account.test(part)) && /^[A-Z]{0,4}[0-9A-Z]*\d{6,}$/.test(compact);
  return isAccount && compact.length <= 34 ? maskedEnding(compact.slice(-4)) : masked;
}
