import { BankRefusal, BankSilence, type OpenBanking } from '../../apps/api/src/instant-payment/rails/open-banking.ts';
import { day, second } from './clock.ts';
import type { World } from './world.ts';

export type Brought = Readonly<{
  openBanking: OpenBanking;
  asked: () => number;
  arrived: readonly bigint[];
  refuse: () => void;
}>;

const bank = {
  id: 'heron',
  name: 'Heron',
  group: 'Heron',
  logo: 'data:image/svg+xml,',
  country: 'GB',
  capabilities: { single: true, standingOrder: false },
  status: 'enabled',
  message: null,
} as const;

/**
 * An in-memory bank that accepts a payment, times out, refuses, or does something else than it reports. The money
 * arrives late, never, or in another amount.
 */
export function otherBank({ random, clock, bank: ours, told }: World, accountNumber: string): Brought {
  let [asked, consent, status, reference] = [0, 'AWAU' as 'AWAU' | 'COND' | 'RJCT', 'RCVD', ''];
  const arrived: bigint[] = [];
  const mayBeSilent = (): void => {
    if (random.chance(0.12)) throw new BankSilence('no answer');
  };
  const mayRefuse = (): void => {
    if (random.chance(0.08)) throw new BankRefusal('no');
  };
  const answer = (bankPaymentId: string) => ({ bankPaymentId, status, reason: null, waitsForSecond: false });
  const arrive = (minor: bigint): void => {
    arrived.push(minor);
    const unique = `PI${told.slice(5)}X${random.between(0, 2 ** 31)}`;
    ours.credit({ minor, accountNumber, reference: unique, remittance: reference });
  };
  const send = (minor: bigint): void => {
    const when = random.chance(0.7) ? random.between(second, 90 * second) : random.between(second, 10 * day);
    if (random.chance(0.75)) clock.after(when, () => arrive(random.chance(0.9) ? minor : minor + 1n));
  };
  let wanted = 0n;
  const openBanking: OpenBanking = {
    banks: async () => [bank],
    compose: (order) => {
      reference = order.reference;
      wanted = order.amount.minor;
      return JSON.stringify({ reference });
    },
    askConsent: async ({ uid }) => {
      mayBeSilent();
      mayRefuse();
      return { consentId: `C${uid}`, redirectUrl: `https://bank.example/${uid}` };
    },
    uidOf: (state) => /^state of (.{36})$/.exec(state)?.[1],
    redeem: async () => {
      mayBeSilent();
      mayRefuse();
      return 'authority';
    },
    pay: async ({ uid }) => {
      mayBeSilent();
      asked += 1;
      consent = 'COND';
      status = random.chance(0.2) ? 'RJCT' : random.oneOf(['RCVD', 'PDNG', 'ACSC']);
      // A bank that refused can pay nevertheless.
      if (status !== 'RJCT' || random.chance(0.3)) send(wanted);
      mayBeSilent();
      return answer(`P${uid}`);
    },
    consent: async () => {
      mayBeSilent();
      return { status: consent, reason: null };
    },
    payment: async ({ bankPaymentId }) => {
      mayBeSilent();
      if (status !== 'RJCT' && random.chance(0.5)) status = 'ACSC';
      return answer(bankPaymentId);
    },
  };
  return { openBanking, asked: () => asked, arrived, refuse: () => (consent = consent === 'AWAU' ? 'RJCT' : consent) };
}
