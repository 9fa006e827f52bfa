import { isDeepStrictEqual } from 'node:util';
import type { Bank } from '../bank.ts';
import { nullableTextColumn, numberColumn, type Row, textColumn } from '../store.ts';
import { type Consent, findConsent, findConsentByKey, newId, setConsent } from './open-banking-store.ts';
import { ConsentBody, PaymentBody, readBody } from './order.ts';
import type { OpenBankingBank } from './other-banks.ts';
import { firstDelayMs } from './process-payments.ts';

export type OrderRefusal = Readonly<{ refused: string; status: 400 | 403 }>;
const refusal = (refused: string, status: 400 | 403 = 400): OrderRefusal => ({ refused, status });

export type AcceptedPayment = Readonly<{
  id: string;
  consentId: string;
  body: string;
  status: string;
  reason: string | null;
  waitsForSecond: boolean;
  createdAt: number;
  updatedAt: number;
}>;

export function acceptConsent(
  bank: Bank,
  at: OpenBankingBank,
  clientId: string,
  key: string,
  body: string,
): Consent | OrderRefusal {
  const order = readBody(ConsentBody, body);
  if (!order) return refusal('UK.OBIE.Resource.InvalidFormat');
  const known = findConsentByKey(bank, at.id, key);
  if (known)
    return known.body === body ? known : refusal('UK.OBIE.Header.Invalid: this key belongs to another consent');
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
export function acceptPayment(
  bank: Bank,
  at: OpenBankingBank,
  consentId: string,
  key: string,
  body: string,
): AcceptedPayment | OrderRefusal {
  const order = readBody(PaymentBody, body);
  if (!order) return refusal('UK.OBIE.Resource.InvalidFormat');
  const known = bank.store.one('select * from ob_payment where bank_id = ? and key = ?', at.id, key);
  if (known)
    return textColumn(known, 'body') === body
      ? toAcceptedPayment(known)
      : refusal('UK.OBIE.Header.Invalid: this key belongs to another payment');
  const consent = findConsent(bank, at.id, consentId);
  const agreed = consent && readBody(ConsentBody, consent.body);
  if (!consent || !agreed || order.Data.ConsentId !== consentId) return refusal('UK.OBIE.Resource.ConsentMismatch');
  if (consent.status !== 'AUTH') return refusal('UK.OBIE.Resource.InvalidConsentStatus');
  const isSame =
    isDeepStrictEqual(order.Data.Initiation, agreed.Data.Initiation) && isDeepStrictEqual(order.Risk, agreed.Risk);
  if (!isSame) return refusal('UK.OBIE.Resource.ConsentMismatch');
  const now = bank.now();
  const [id, created_at, updated_at] = [newId(), now, now];
  bank.store.inTransaction(() => {
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
      waits_for_second: at.behaviour === 'two_people' ? 1 : 0,
      due_at: now + firstDelayMs(at.behaviour),
    });
  });
  return findPayment(bank, at.id, id) as AcceptedPayment;
}

export function findPayment({ store }: Bank, bankId: string, id: string): AcceptedPayment | undefined {
  const row = store.one('select * from ob_payment where bank_id = ? and id = ?', bankId, id);
  return row && toAcceptedPayment(row);
}

const toAcceptedPayment = (row: Row): AcceptedPayment => ({
  id: textColumn(row, 'id'),
  consentId: textColumn(row, 'consent_id'),
  body: textColumn(row, 'body'),
  status: textColumn(row, 'status'),
  reason: nullableTextColumn(row, 'reason'),
  waitsForSecond: numberColumn(row, 'waits_for_second') === 1,
  createdAt: numberColumn(row, 'created_at'),
  updatedAt: numberColumn(row, 'updated_at'),
});
