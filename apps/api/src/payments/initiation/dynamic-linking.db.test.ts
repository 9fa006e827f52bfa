import { sendCross } from '@larkmere/contract/payments/international';
import { sendCrossAtRate } from '@larkmere/contract/payments/international-at-rate';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writeSettings } from '../../../../../db/seed/write-settings.ts';
import {
  type ApprovableOrder,
  authorisableAutoFxOrders,
  authorisableFiles,
  authorisableStandingOrders,
} from '../../../../../test/fixtures/approvable-orders.ts';
import { createDatabase, seedAccount, seedPayee, ukDetails } from '../../../../../test/fixtures/base.ts';
import { mutateOneField } from '../../../../../test/fixtures/mutate-order.ts';
import { authorisedCrossCurrencyOrder, openMarket, quoteFor } from '../../../../../test/simulation/cross-currency.ts';
import {
  authorisedOrder,
  type CrossCurrencyPair,
  createSimulatedCustomer,
  removeOpeningHours,
  type SameCurrencyPair,
} from '../../../../../test/simulation/customers.ts';
import { type Random, seeded, someAmount } from '../../../../../test/simulation/random.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { sendSameCurrency } from '../international/send-international.ts';

const changes = Number(process.env.MUTATIONS ?? 240);
const seed = Number(process.env.SEED ?? 20_261_121);
const { db } = await createDatabase();
await removeOpeningHours(db);
await openMarket(db);
const people = await createSimulatedCustomer(db);
const northgate = await seedPayee(db, people.who, ukDetails.northgate);
await writeSettings(
  db,
  sql`insert into auto_fx.setting select now(), ${changes}, max_per_day, slippage_bps, max_validity_days, off_hours
  from auto_fx.setting order by effective_from desc limit 1`,
);
await writeSettings(
  db,
  sql`insert into standing_order.setting select now(), ${changes}, max_days_ahead, first_attempt_time, retries, warn_at
  from standing_order.setting order by effective_from desc limit 1`,
);

type Order = Readonly<Record<string, unknown>>;

/** What an attacker could change between PIN and payment, each to a value that would be payable on its own. */
const mutations = {
  amount: (order: Order, _: SameCurrencyPair, random: Random): Order => ({
    ...order,
    amount: random.chance(0.5) ? someAmount(random) : (Number(order.amount) + 0.01).toFixed(2),
  }),
  currency: (order: Order, _: SameCurrencyPair, random: Random): Order => ({
    ...order,
    currency: random.oneOf(['GBP', 'EUR', 'THB', 'USD', 'AUD']),
  }),
  payee: (order: Order, _: SameCurrencyPair, random: Random): Order => {
    const to = random.chance(0.5) ? northgate : random.oneOf(people.pairs).to;
    return { ...order, payeeUid: to.id, payeeVersion: to.version };
  },
  payeeVersion: (order: Order, _: SameCurrencyPair, random: Random): Order => ({
    ...order,
    payeeVersion: random.between(2, 5),
  }),
  fee: (order: Order, _: SameCurrencyPair, random: Random): Order => ({
    ...order,
    fee: `${random.between(0, 30)}.${random.between(10, 99)}`,
  }),
  reference: (order: Order): Order => ({ ...order, reference: `${order.reference} 2` }),
  idempotency: (order: Order): Order => ({ ...order, idempotency: crypto.randomUUID() }),
  note: (order: Order): Order => ({ ...order, note: `${order.note} 2` }),
  purposeCode: (order: Order, _: SameCurrencyPair, random: Random): Order => ({
    ...order,
    purposeCode: random.oneOf([undefined, 'SALA', 'SUPP']),
  }),
  endToEndId: (order: Order, { send }: SameCurrencyPair, random: Random): Order =>
    (send as unknown) === sendSameCurrency ? order : { ...order, endToEndId: random.oneOf([undefined, 'INV-7']) },
  newPayee: (order: Order, { to }: SameCurrencyPair): Order => ({
    ...order,
    newPayee: { name: to.name, account: to.summary },
  }),
} as const;
const regulatoryInformation = ['note', 'purposeCode', 'endToEndId'] as const;
type Mutation = keyof typeof mutations | 'source';

const otherAccounts = new Map<string, string>();
async function otherAccount({ currency }: SameCurrencyPair): Promise<string> {
  const known = otherAccounts.get(currency);
  if (known) return known;
  const iban = currency === 'GBP' ? {} : { iban: `GB94LARK04062341${String(otherAccounts.size).padStart(6, '0')}` };
  const { bankholderId } = await seedAccount(db, people.who, { currency, balance: '40000.00', ...iban });
  otherAccounts.set(currency, bankholderId);
  return bankholderId;
}

const codeOf = (sending: Promise<unknown>): Promise<string | undefined> =>
  sending.then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
      return error.code;
    },
  );

test(
  'a payment changed after PIN entry is refused, and an unchanged one is paid once',
  async () => {
    const random = seeded(seed);
    const direct = people.pairs.filter((route): route is SameCurrencyPair => route.rateMode === undefined);
    const names = [...(Object.keys(mutations) as (keyof typeof mutations)[]), 'source'] as const;
    const refused = new Map<Mutation, Set<string>>();
    for (const route of direct) {
      const own =
        (route.send as unknown) === sendSameCurrency ? {} : { endToEndId: `INV-${random.between(1000, 9999)}` };
      const words = { note: 'For the flat', purposeCode: 'GIFT', ...own };
      const { order, send } = await authorisedOrder(db, people, route, someAmount(random), words);
      const before = order as Order;
      for (let i = 0; i < changes / direct.length; i += 1) {
        const name = names[i % names.length] ?? 'source';
        const changed =
          name === 'source'
            ? { ...before, sourceBankholderId: await otherAccount(route) }
            : mutations[name](before, route, random);
        if (JSON.stringify(changed) === JSON.stringify(before)) continue;
        const code = await codeOf(send(changed));
        expect(code, `${route.operation} with another ${name} was paid; SEED=${seed}`).toBeDefined();
        refused.set(name, (refused.get(name) ?? new Set()).add(code ?? ''));
      }
      expect((await send(before)).uid).toBeDefined();
      expect(await codeOf(send({ ...before, idempotency: crypto.randomUUID() }))).toBe('authorisation_invalid');
    }
    for (const name of [
      'amount',
      'payee',
      'source',
      'reference',
      'idempotency',
      'newPayee',
      ...regulatoryInformation,
    ] as const)
      expect([...(refused.get(name) ?? [])], name).toContain('authorisation_invalid');
    const { rows } = await sql<{ count: number }>`select count(*)::int from payment.payment`.execute(db);
    expect(rows).toEqual([{ count: direct.length }]);
  },
  60_000 + changes * 100,
);

function crossCurrencyBy(route: CrossCurrencyPair): ApprovableOrder {
  const approved = async (random: Random) => {
    const side = random.oneOf(['sell', 'buy'] as const);
    const quote = await quoteFor(db, people, route, someAmount(random), side);
    const other = await quoteFor(db, people, route, someAmount(random), side);
    const swap = new Map([[quote.quoteId, other.quoteId]]);
    return { ...(await authorisedCrossCurrencyOrder(db, people, route, quote, side)), swap };
  };
  const { input } = route.rateMode === 'shown' ? sendCrossAtRate : sendCross;
  return {
    name: `${route.rateMode} ${route.account.currency} to ${route.currency}`,
    input,
    createAuthorised: approved,
  };
}

test(
  'nor is what changed in an order out of another currency, a file, a standing order or Auto FX that pays on',
  async () => {
    const random = seeded(seed);
    const across = people.pairs.filter((route): route is CrossCurrencyPair => route.rateMode !== undefined);
    const beside = [authorisableStandingOrders, authorisableFiles, authorisableAutoFxOrders].map((given) =>
      given(db, people, northgate),
    );
    const subjects = [...across.map(crossCurrencyBy), ...(await Promise.all(beside)).flat()];
    // Every order once, however few changes there are.
    const perApproval = Math.min(20, Math.floor(changes / subjects.length));
    const changed = new Map<string, Set<string>>();
    for (let done = 0; done < changes; done += perApproval) {
      const { name, input, createAuthorised } = subjects[(done / perApproval) % subjects.length] as ApprovableOrder;
      const { order, send, swap } = await createAuthorised(random);
      expect(input.safeParse(order), name).toMatchObject({ success: true });
      const to = new Map([...people.pairs.map((route) => [route.to.id, northgate.id] as const), ...(swap ?? [])]);
      for (let i = 0; i < perApproval; i += 1) {
        const { order: other, where } = mutateOneField(order, random, to);
        if (JSON.stringify(other) === JSON.stringify(order) || !input.safeParse(other).success) continue;
        const code = await codeOf(send(other));
        expect(code, `${name} with another ${where} was taken; SEED=${seed} ${JSON.stringify(other)}`).toBeDefined();
        changed.set(name, (changed.get(name) ?? new Set()).add(where));
      }
      expect(await codeOf(send(order)), name).toBeUndefined();
      expect(await codeOf(send({ ...order, idempotency: crypto.randomUUID() })), name).toBeDefined();
    }
    const fewest = changes >= 1000 ? 5 : 3;
    for (const { name } of subjects) expect(changed.get(name)?.size ?? 0, name).toBeGreaterThanOrEqual(fewest);
  },
  60_000 + changes * 100,
);
