import type { CardDesignName } from '@larkmere/contract/cards/issued-card-rules';
import { embossedNameMax } from '@larkmere/contract/cards/issued-card-rules';
import { isPhoneNumber } from '../../ui/phone-number.ts';
import type { CardOptions, CardOrder, IssuedCard, Limits } from './issued-card.api.ts';
import { findLimitFault, type LimitFault } from './limit-faults.ts';
import type { Reason } from './ReasonChoice.tsx';

export type Address = Readonly<{ line1: string; line2: string; city: string; postcode: string; country: string }>;

export type OrderForm = Readonly<{
  bankholderid: string;
  format: 'virtual' | 'physical';
  holder: string;
  embossedName: string;
  design: CardDesignName;
  phone: string;
  address: Address;
  limits: Limits;
  reason: Reason;
}>;

export type Offer = CardOptions['offers'][number];
export type Person = CardOptions['people'][number];

const noAddress: Address = { line1: '', line2: '', city: '', postcode: '', country: 'GB' };

/** A replacement begins with everything as it was. Undefined if its account or person is not offered any more. */
export function startForm(options: CardOptions, replaced: IssuedCard | undefined): OrderForm | undefined {
  const { offers, people, address } = options;
  const offer = replaced ? offers.find(({ bankholderid }) => bankholderid === replaced.bankholderid) : offers[0];
  const person = replaced
    ? people.find(({ uid }) => uid === replaced.holder.uid)
    : (people.find(({ isYou }) => isYou) ?? people[0]);
  if (!offer || !person) return undefined;
  return {
    bankholderid: offer.bankholderid,
    format: replaced?.format ?? 'virtual',
    holder: person.uid,
    embossedName: replaced?.embossedName ?? person.embossedName,
    design: replaced?.design ?? 'mere',
    phone: person.phone ?? '',
    address: { ...noAddress, ...address, line2: address?.line2 ?? '' },
    limits: replaced?.limits ?? limitsFor(offer, person),
    reason: 'lost',
  };
}

/** The first limits, within what an owner set for the person. */
export function limitsFor(offer: Offer, person: Person): Limits {
  const most = highestFor(offer, person);
  const least = (one: string, other: string): string => (Number(one) <= Number(other) ? one : other);
  return {
    perPayment: least(offer.limits.perPayment, most.perPayment),
    daily: least(offer.limits.daily, most.daily),
    monthly: least(offer.limits.monthly, most.monthly),
  };
}

export function highestFor(offer: Offer, { highest }: Person): Limits {
  const own = highest.find(({ currency }) => currency === offer.currency);
  return own ? { perPayment: own.perPayment, daily: own.daily, monthly: own.monthly } : offer.highest;
}

export type OrderFaults = Readonly<{
  embossedName: boolean;
  phone: boolean;
  address: Readonly<Record<'line1' | 'city' | 'postcode', boolean>>;
  limits: LimitFault | undefined;
}>;

export function findFaults(form: OrderForm, offer: Offer, person: Person): OrderFaults {
  const { format, address, embossedName, phone, limits } = form;
  const isMissing = (text: string): boolean => format === 'physical' && text.trim() === '';
  return {
    embossedName: !isPrintable(embossedName),
    phone: !isPhoneNumber(phone),
    address: {
      line1: isMissing(address.line1),
      city: isMissing(address.city),
      postcode: isMissing(address.postcode),
    },
    limits: findLimitFault(limits, highestFor(offer, person), offer.currency),
  };
}

/** What is pasted is not cut: the name on the card must not be another than the one that was typed. */
export const toEmbossed = (typed: string): string => typed.toUpperCase().replace(/[‘’]/g, "'");

const trimName = (name: string): string => name.trim().replace(/\s+/g, ' ');

const isPrintable = (name: string): boolean =>
  trimName(name).length <= embossedNameMax && /^[A-Z0-9][A-Z0-9 .'&/-]*$/i.test(trimName(name));

export const hasFault = ({ embossedName, phone, address, limits }: OrderFaults): boolean =>
  embossedName || phone || Object.values(address).includes(true) || limits !== undefined;

export const feeOf = ({ fees }: Offer, { format }: OrderForm, replaced: IssuedCard | undefined) =>
  format === 'virtual' ? fees.virtual : replaced ? fees.replacement : fees.physical;

type Fields = Omit<CardOrder, 'authorisation' | 'idempotency'>;

/** As it is sent and confirmed. */
export function toOrder(form: OrderForm, fee: string, replaced: IssuedCard | undefined): Fields {
  const { reason, address, embossedName, ...rest } = form;
  const { line1, line2, city, postcode, country } = address;
  const trimmed = { line1: line1.trim(), city: city.trim(), postcode: postcode.trim(), country };
  return {
    ...rest,
    embossedName: trimName(embossedName).toUpperCase(),
    ...(form.format === 'physical' && { address: line2.trim() ? { ...trimmed, line2: line2.trim() } : trimmed }),
    ...(replaced && { replaces: { card: replaced.uid, reason } }),
    fee,
  };
}
