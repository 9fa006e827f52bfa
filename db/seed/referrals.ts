import { money } from '@larkmere/money/money';
import { convert, readRate } from '@larkmere/money/rate';
import { openWallet } from '../../apps/api/src/accounts/wallet/wallet.ts';
import { createCustomer, createUser } from '../../apps/api/src/customers/customer/customer.ts';
import type { Referral } from '../../apps/api/src/customers/referral/referral.ts';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';
import { type AccountHolder, type MoneyAccount, requireValue } from './account-holder.ts';
import type { SeedBatch } from './batch.ts';
import { type Day, daysAfter, londonTime } from './calendar.ts';
import type { FirmAccounts } from './chart.ts';
import { describeMovement } from './describe-movement.ts';
import { randomFrom } from './random.ts';

/** Friends of Anong, in different steps. They have no login; the days are counted back from today. */
const friends = [
  { name: 'Mali Chaiyo', memberCode: 'LM-81204', joined: 83, approved: 81, exchanged: 40 },
  { name: 'Tomas Herrera', memberCode: 'LM-81377', joined: 12 },
  { name: 'Ploy Srisai', memberCode: 'LM-80112', joined: 104, approved: 99, refused: 13 },
  { name: 'Greta Lindqvist', memberCode: 'LM-78640', joined: 181, approved: 180 },
  { name: 'Jasper Quill', memberCode: 'LM-77903', joined: 288, approved: 286 },
] as const;

type Friend = Readonly<{
  name: string;
  memberCode: string;
  joined: number;
  approved?: number;
  /** When 64.00 GBP were exchanged. */
  exchanged?: number;
  refused?: number;
}>;
const all: readonly Friend[] = friends;

const deadlineDays = 90;
const actor = { kind: 'system', name: 'seed' } as const;
const at = (today: Day, days: number, time = '10:30'): Date => londonTime(daysAfter(today, -days), time);

type Created = Readonly<{ friend: Friend; customerId: string; conversionId: string | null }>;
type Books = Readonly<{ batch: SeedBatch; chart: FirmAccounts; today: Day }>;

export async function createFriends(tx: Tx, books: Books): Promise<Created[]> {
  const created: Created[] = [];
  for (const friend of all) created.push(await createFriend(tx, books, friend));
  return created;
}

async function createFriend(tx: Tx, { batch, chart, today }: Books, friend: Friend): Promise<Created> {
  const { name, memberCode, joined, approved, exchanged } = friend;
  const createdAt = at(today, joined);
  const customer = await createCustomer(
    { tx, actor },
    {
      memberCode,
      name,
      kind: 'wallet',
      status: approved === undefined ? 'pending' : 'active',
      kycStatus: approved === undefined ? 'not_started' : 'approved',
      introducer: true,
      createdAt,
    },
  );
  const username = memberCode.replace('-', '').toLowerCase();
  const email = `${name.replace(' ', '.').toLowerCase()}@larkmere.example`;
  const person = await createUser(
    { tx, actor },
    { customerId: customer.id, username, email, name, access: [], createdAt },
  );
  if (exchanged === undefined) return { friend, customerId: customer.id, conversionId: null };
  const moneyAccounts = new Map<MoneyCurrency, MoneyAccount>();
  for (const currency of ['GBP', 'EUR'] as const) {
    const wallet = await openWallet(tx, { customerId: customer.id, currency, name: currency, openedAt: createdAt });
    moneyAccounts.set(currency, { ...wallet, accountId: null, sortCode: null, accountNumber: null });
  }
  const holder: AccountHolder = { customer, person, moneyAccounts, payees: new Map(), random: randomFrom(username) };
  const conversionId = describeExchange64(batch, chart, holder, today, exchanged);
  return { friend, customerId: customer.id, conversionId };
}

type MoneyCurrency = 'GBP' | 'EUR';
const exchangedMinor = 6400n;
const feeMinor = 100n;

function describeExchange64(
  batch: SeedBatch,
  chart: FirmAccounts,
  holder: AccountHolder,
  today: Day,
  days: number,
): string {
  const sold = money('GBP', exchangedMinor - feeMinor);
  const rate = '1.1583';
  const bought = convert(sold, requireValue(readRate('GBP', 'EUR', rate), 'rate'), 'down').minor;
  const credit = {
    kind: 'credit',
    currency: 'GBP',
    minor: 15_000n,
    from: holder.customer.name,
    reference: 'Start',
  } as const;
  describeMovement(batch, chart, holder, { ...credit, at: at(today, days + 1) });
  const exchange = {
    kind: 'exchange',
    currency: 'GBP',
    minor: sold.minor,
    into: 'EUR',
    bought,
    rate,
    fee: 100n,
  } as const;
  describeMovement(batch, chart, holder, { ...exchange, at: at(today, days) });
  return requireValue(batch.conversions.at(-1)?.id, 'exchange of a friend');
}

type Written = Readonly<{
  batch: SeedBatch;
  referrer: AccountHolder;
  friends: readonly Created[];
  today: Day;
}>;

/** After the batch, because rewards and exchanges name its postings. */
export async function writeReferrals(tx: Tx, { batch, referrer, friends: created, today }: Written): Promise<void> {
  const random = randomFrom('referrals');
  for (const { friend, customerId, conversionId } of created) {
    const id = random.idAt(at(today, friend.joined));
    const reward = batch.rewards.find(({ friend: name }) => name === friend.name);
    const moves = movesOf(friend, today, reward?.at);
    const { state, reason } = requireValue(moves.at(-1), friend.name);
    await tx
      .insertInto('referral.referral')
      .values({
        id,
        customerId,
        referrerId: referrer.customer.id,
        state,
        reason,
        offerCode: 'INVITE50',
        currency: 'GBP',
        rewardMinor: 5000n,
        exchangeMinor: 10_000n,
        freeTransfers: 3,
        freeTransfersAt: 'kyc_approved',
        maxRewards: 20,
        completeBy: daysAfter(today, deadlineDays - friend.joined),
        registeredAt: at(today, friend.joined),
        freeTransfersGrantedAt: friend.approved === undefined ? null : at(today, friend.approved),
      })
      .execute();
    const history = moves.map((move, seq) => ({
      referralId: id,
      seq: seq + 1,
      actorKind: 'system',
      actorId: 'seed',
      ...move,
    }));
    await tx.insertInto('referral.transition').values(history).execute();
    if (conversionId !== null)
      await tx
        .insertInto('referral.exchange')
        .values({
          conversionId,
          referralId: id,
          valueMinor: exchangedMinor,
          executedAt: at(today, friend.exchanged ?? 0),
        })
        .execute();
    if (reward) await writeReward(tx, customerId, reward);
  }
  await inviteBill(tx, referrer, today);
}

type Move = Readonly<Pick<Referral, 'state' | 'reason'> & { at: Date }>;

function movesOf({ joined, approved, refused }: Friend, today: Day, paidAt: Date | undefined): Move[] {
  const move = (state: Move['state'], days: number, time?: string, reason: Move['reason'] = null): Move => ({
    state,
    reason,
    at: at(today, days, time),
  });
  return [
    move('registered', joined),
    ...(approved === undefined ? [] : [move('kyc_approved', approved)]),
    ...(refused === undefined ? [] : [move('not_eligible', refused, '00:10', 'deadline_passed')]),
    ...(paidAt
      ? (['first_trade', 'reward_due', 'paid'] as const).map((state) => ({ state, reason: null, at: paidAt }))
      : []),
  ];
}

async function writeReward(tx: Tx, customerId: string, reward: SeedBatch['rewards'][number]): Promise<void> {
  await tx
    .insertInto('referral.reward')
    .values({
      customerId,
      operationId: reward.operationId,
      accountId: reward.accountId,
      currency: 'GBP',
      amountMinor: 5000n,
      paidAt: reward.at,
    })
    .execute();
}

/** Has registered with Anong’s link and not opened the e-mail: no link of it works. */
async function inviteBill(tx: Tx, { customer, random }: AccountHolder, today: Day): Promise<void> {
  const requestedAt = at(today, 8, '19:40');
  await tx
    .insertInto('registration.request')
    .values({
      id: random.uuid(),
      email: 'bill.penrose@larkmere.example',
      tokenHash: Buffer.from(random.uuid()),
      name: 'Bill Penrose',
      dateOfBirth: '1987-03-12',
      country: 'GB',
      phone: '+447400900231',
      passwordHash: 'none',
      notifyNews: false,
      referrerId: customer.id,
      requestedAt,
      expiresAt: new Date(requestedAt.getTime() + 24 * 3_600_000),
    })
    .execute();
}
