import { isDeepStrictEqual } from 'node:util';
import type { Bank } from '../bank.ts';
import { type Row, text, textOrNull, whole } from '../store.ts';
import { type Consent, findConsent, findConsentByKey, newId, setConsent } from './counter.ts';
import { ConsentBody, PaymentBody, readBody } from './order.ts';
import type { OtherBank } from './other-banks.ts';
import { firstStep } from './pay-out.ts';

export type Refused = Readonly<{ refused: string; status: 400 | 403 }>;
const no = (refused: string, status: 400 | 403 = 400): Refused => ({ refused, status });

export type Made = Readonly<{
  id: string;
  consentId: string;
  body: string;
  status: string;
  reason: string | null;
  waitsForSecond: boolean;
  createdAt: number;
  updatedAt: number;
}>;

export function takeConsent(bank: Bank, at: OtherBank, clientId: string, key: string, body: string): Consent | Refused {
  const order = readBody(ConsentBody, body);
  if (!order) return no('UK.OBIE.Resource.InvalidFormat');
  const known = findConsentByKey(bank, at.id, key);
  if (known) return known.body === body ? known : no('UK.OBIE.Header.Invalid: this key belongs to another consent');
  const now = bank.now();
  const [id, created_at, updated_at] = [newId(), now, now];
  bank.store.insert('ob_consent', {
    id,
    bank_id: at.id,
    client_id: clientId,
    key,
    body,
    status: 'AWAU',
    reason: null,
    created_at,
    updated_at,
  });
  return findConsent(bank, at.id, id) as Consent;
}

/** A consent allows one payment with exactly its own details. Idempotent: the same request returns the same payment. */
export function takePayment(bank: Bank, at: OtherBank, consentId: string, key: string, body: string): Made | Refused {
  const order = readBody(PaymentBody, body);
  if (!order) return no('UK.OBIE.Resource.InvalidFormat');
  const known = bank.store.one('select * from ob_payment where bank_id = ? and key = ?', at.id, key);
  if (known)
    return text(known, 'body') === body
      ? madeOf(known)
      : no('UK.OBIE.Header.Invalid: this key belongs to another payment');
  const consent = findConsent(bank, at.id, consentId);
  const agreed = consent && readBody(ConsentBody, consent.body);
  if (!consent || !agreed || order.Data.ConsentId !== consentId) return no('UK.OBIE.Resource.ConsentMismatch');
  if (consent.status !== 'AUTH') return no('UK.OBIE.Resource.InvalidConsentStatus');
  const isSame =
    isDeepStrictEqual(order.Data.Initiation, agreed.Data.Initiation) && isDeepStrictEqual(order.Risk, agreed.Risk);
  if (!isSame) return no('UK.OBIE.Resource.ConsentMismatch');
  const now = bank.now();
  const [id, created_at, updated_at] = [newId(), now, now];
  bank.store.atOnce(() => {
    setConsent(bank, consentId, 'COND', null, null);
    bank.store.insert('ob_payment', {
      id,
      bank_id: at.id,
      consent_id: consentId,
      key,
      body,
      status: 'RCVD',
      created_at,
      updated_at,
      waits_for_second: at.behaves === 'two_people' ? 1 : 0,
      due_at: now + firstStep(at.behaves),
    });
  });
  return findPayment(bank, at.id, id) as Made;
}

export function findPayment({ store }: Bank, bankId: string, id: string): Made | undefined {
  const row = store.one('select * from ob_payment where bank_id = ? and id = ?', bankId, id);
  return row && madeOf(row);
}

const madeOf = (row: Row): Made => ({
  id: text(row, 'id'),
  consentId: text(row, 'consent_id'),
  body: text(row, 'body'),
  status: text(row, 'status'),
  reason: textOrNull(row, 'reason'),
  waitsForSecond: whole(row, 'waits_for_second') === 1,
  createdAt: whole(row, 'created_at'),
  updatedAt: whole(row, 'updated_at'),
});
