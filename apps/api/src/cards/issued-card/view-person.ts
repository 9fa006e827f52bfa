import type { CardPerson } from '@larkmere/contract/cards/issued-card';
import { embossedNameMax } from '@larkmere/contract/cards/issued-card-rules';
import { transliterateLetter } from '@larkmere/contract/platform/transliteration';
import type { CustomerActor } from '../../platform/requests/verb.ts';
import { viewLimits } from './card-limits.ts';
import type { CardPersonRow } from './issued-card.read.ts';

export const viewPerson = (person: CardPersonRow, { userId }: Pick<CustomerActor, 'userId'>): CardPerson => ({
  uid: person.uid,
  name: person.name,
  isYou: person.userId === userId,
  embossedName: toEmbossed(person.name),
  phone: person.phone,
  accounts: person.accounts,
  highest: person.limits.map(({ currency, version, ...limits }) => ({
    currency,
    version,
    ...viewLimits(currency, {
      perPaymentMinor: BigInt(limits.perPayment),
      dailyMinor: BigInt(limits.daily),
      monthlyMinor: BigInt(limits.monthly),
    }),
  })),
});

/** As far as the letters can be printed. A long name keeps the initials of what comes before the last word. */
export function toEmbossed(name: string): string {
  const printable = Array.from(name, transliterateLetter)
    .join('')
    .toUpperCase()
    .replace(/[^A-Z0-9 .'&/-]/g, '')
    .trim();
  if (printable.length <= embossedNameMax) return printable;
  const words = printable.split(/\s+/);
  const short = [...words.slice(0, -1).map((word) => word.charAt(0)), words.at(-1) ?? ''].join(' ');
  return short.slice(0, embossedNameMax);
}
