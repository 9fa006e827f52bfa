import type { Random } from '../simulation/random.ts';
import type { Operation } from './api-document.ts';

export type KnownValues = Readonly<{
  record: (operation: Operation, reply: unknown) => void;
  find: (noun: string, field: string, random: Random) => unknown;
}>;

const mostOfEach = 60;
const useful =
  /^(uid|id|version|number|day|cursor|next|digest|approval|quoteId|checkId|ticket|state|code|reference)$|(Id|Uid|id|Version)$/;

const nouns: Readonly<Record<string, string>> = {
  payeeUid: 'payee',
  draftUid: 'payment',
  payment: 'payment',
  documents: 'document',
};
const aliases: Readonly<Record<string, string>> = {
  sourceBankholderId: 'bankholderid',
  targetBankholderId: 'bankholderid',
  source: 'bankholderid',
  payeeVersion: 'payee.version',
  cursor: 'next',
};

export function createKnownValues(): KnownValues {
  const values = new Map<string, unknown[]>();
  const keep = (key: string, value: unknown): void => {
    const known = values.get(key) ?? [];
    if (known.includes(value)) return;
    values.set(key, [...known, value].slice(-mostOfEach));
  };
  const walk = (noun: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value.slice(0, 20)) walk(noun, each);
    else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) {
        if (inner !== null && typeof inner === 'object') walk(nouns[name] ?? noun, inner);
        else if (useful.test(name) && inner !== null) {
          keep(`${noun}.${name}`, inner);
          keep(name, inner);
        }
      }
  };
  const keysFor = (noun: string, field: string): string[] => {
    const other = nouns[field];
    if (other) return [`${other}.uid`];
    const alias = aliases[field];
    if (alias) return [alias];
    return field === 'uid' || field === 'id' ? [`${noun}.uid`, `${noun}.id`] : [`${noun}.${field}`, field];
  };
  return {
    record: ({ noun }, reply) => walk(noun, reply),
    find: (noun, field, random) => {
      const known = keysFor(noun, field).flatMap((key) => values.get(key) ?? []);
      return known.length > 0 ? random.oneOf(known) : undefined;
    },
  };
}
