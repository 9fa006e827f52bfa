import type { Currency } from '@larkmere/money/money';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { batchLoader, inOrderOf } from '../../platform/batching/batch-loader.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { IssuedCardCard, IssuedCardPersonLimit } from '../../platform/db/schema.gen.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import type { Erasure } from '../../platform/requests/erasure.ts';

export type IssuedCard = Readonly<Selectable<IssuedCardCard>>;

const cards = (tx: Tx) => tx.selectFrom('issued_card.card').selectAll();

/** A card that nobody needs to look at any more is out of use. */
export const statesInUse = ['ordered', 'inactive', 'active', 'frozen', 'stopped'] as const;

export const findIssuedCard = (tx: Tx, id: string): Promise<IssuedCard | undefined> =>
  cards(tx).where('id', '=', id).executeTakeFirst();

export const lockIssuedCard = batchLoader(
  'reads',
  async (tx, ids: readonly string[]): Promise<(IssuedCard | undefined)[]> =>
    inOrderOf(ids, await cards(tx).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()),
);

export const insertCard = (tx: Tx, card: Insertable<IssuedCardCard>): Promise<IssuedCard> =>
  tx.insertInto('issued_card.card').values(card).returningAll().executeTakeFirstOrThrow();

export type CardUpdate = Updateable<IssuedCardCard>;

export const updateCard = (tx: Tx, id: string, change: CardUpdate): Promise<IssuedCard> =>
  tx.updateTable('issued_card.card').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const selectCardsOf = (tx: Tx, customerId: string): Promise<IssuedCard[]> =>
  cards(tx).where('customerId', '=', customerId).orderBy('orderedAt', 'desc').execute();

/** The cards in use of a customer, or of one of its people, in one order. */
export const lockCardsInUse = (tx: Tx, customerId: string, holderId?: string): Promise<IssuedCard[]> =>
  cards(tx)
    .where('customerId', '=', customerId)
    .where('state', 'in', statesInUse)
    .$if(holderId !== undefined, (query) => query.where('holderId', '=', holderId as string))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

export async function hasReplacement(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('issued_card.card')
    .select('id')
    .where('replaces', '=', id)
    .where('state', '<>', 'rejected')
    .executeTakeFirst();
  return row !== undefined;
}

type Holder = Readonly<{ customerId: string; userId: string }>;

/** The limits of a person and of their cards are changed by one transaction after the other. */
async function lockPerson(tx: Tx, { customerId, userId }: Holder): Promise<void> {
  await sql`select issued_card.lock_person(${customerId}, ${userId})`.execute(tx);
}

/** Rows before the person, as every change of a card does; and again, because one may have been ordered meanwhile. */
export async function lockPersonAndCards(tx: Tx, holder: Holder): Promise<IssuedCard[]> {
  await lockCardsInUse(tx, holder.customerId, holder.userId);
  await lockPerson(tx, holder);
  return lockCardsInUse(tx, holder.customerId, holder.userId);
}

/** Orders for one person run one after the other, because each counts those before it. */
export async function countCardsInUse(tx: Tx, holder: Holder, accountId: string): Promise<number> {
  await lockPerson(tx, holder);
  const { count } = await tx
    .selectFrom('issued_card.card')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('accountId', '=', accountId)
    .where('holderId', '=', holder.userId)
    .where('state', 'in', statesInUse)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type PersonLimit = Readonly<Pick<IssuedCardPersonLimit, 'perPaymentMinor' | 'dailyMinor' | 'monthlyMinor'>>;

export const selectPersonLimit = (tx: Tx, { customerId, userId }: Holder, currency: Currency) =>
  tx
    .selectFrom('issued_card.person_limit')
    .select(['perPaymentMinor', 'dailyMinor', 'monthlyMinor', 'version'])
    .where('customerId', '=', customerId)
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .executeTakeFirst();

/** Cards above the new limits must have been lowered before. */
export async function upsertPersonLimit(
  tx: Tx,
  { customerId, userId }: Holder,
  limit: PersonLimit & Readonly<{ currency: Currency; setBy: string }>,
): Promise<void> {
  const { currency, setBy, ...figures } = limit;
  await tx
    .insertInto('issued_card.person_limit')
    .values({ customerId, userId, currency, setBy, ...figures })
    .onConflict((conflict) =>
      conflict
        .columns(['customerId', 'userId', 'currency'])
        .doUpdateSet({ ...figures, setBy, setAt: sql`now()`, version: sql`person_limit.version + 1` }),
    )
    .execute();
}

/** The newest card in use of an account, whose digits the account is shown with. */
export async function findLast4Of(tx: Tx, accountId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('issued_card.card')
    .select('last4')
    .where('accountId', '=', accountId)
    .where('state', 'in', statesInUse)
    .where('last4', 'is not', null)
    .orderBy('orderedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.last4 ?? null;
}

/** Limits and switches may be set before the card arrives. */
export const isChangeable = ({ state }: Pick<IssuedCard, 'state'>): boolean =>
  state === 'inactive' || state === 'active' || state === 'frozen';

async function eraseCardsOf(tx: Tx, customerId: string): Promise<void> {
  await tx
    .updateTable('issued_card.card')
    .set({ holderName: 'Erased', embossedName: 'ERASED', phone: '', document: '{}', tracking: null })
    .where('customerId', '=', customerId)
    .execute();
}

/** Names, telephone numbers and addresses go; that there was a card stays with its payments. */
export const eraseIssuedCards: TransactionalHandler<Erasure> = async ({ tx }, { payload }) => {
  if (payload.extent === 'wholly') await eraseCardsOf(tx, payload.customerId);
};
