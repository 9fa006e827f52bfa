import type { NotificationView } from '@larkmere/contract/notifications/notification';
import { type AccessKey, accessKeys } from '@larkmere/contract/platform/access';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { type Message, type MessageCode, message, type ParametersOf } from '@larkmere/messages/message';
import { type Currency, isCurrency, type Money, readAmount } from '@larkmere/money/money';
import { selectOwnerIds, usersWithAnyAccess } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { pushLiveNotice } from '../../platform/events/live.ts';
import type { EventType } from '../../platform/events/outbox.ts';
import { type Subscription, type TransactionalHandler, transactionalHandler } from '../../platform/events/relay.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { type Reached, type Subject, selectReachedMembers } from './notification.read.ts';
import { writeNotifications } from './notification.sql.ts';

export { priceRiseText } from './price-rise-text.ts';

export type NewNotification = Readonly<{
  /** With person and type this makes delivery idempotent. */
  eventId: bigint;
  type: string;
  severity: NotificationView['severity'];
  title: Message;
  message: Message;
  /** Finished text that follows the message, such as why a payment was rejected. */
  detail?: string | null;
  link: string | null;
  /** What it follows, such as `payment:…`: it replaces what was said of it before. */
  follows?: string | undefined;
  /** The person's rights changed, so their open pages reload the profile. */
  refreshSession?: boolean;
}>;

export type NoticeText = Pick<NewNotification, 'severity' | 'title' | 'message' | 'detail'>;

/** What an event notifies of: one row per event, in the files `*.notices.ts`. */
export type NoticeRow<P> = Readonly<{
  type: string | ((payload: P) => string);
  /** In the order of these rules, each person once. */
  readers: readonly Readers<P>[];
  /** Undefined if there is nothing to say. */
  text:
    | NoticeText
    | ((payload: P, ctx: Pick<Ctx, 'tx' | 'now'>) => NoticeText | undefined | Promise<NoticeText | undefined>);
  link?: string | ((payload: P, tx: Tx) => string | Promise<string>);
  /** Who may not use all accounts of it gets nothing. Without it, all readers do. */
  about?: (payload: P) => Subject;
  /** One entry per thing, which changes with it. Without it, each event is an entry. */
  follows?: (payload: P) => string;
  refreshSession?: boolean | ((payload: P) => boolean);
}>;

export type Readers<P> = (payload: P, tx: Tx) => Iterable<string> | Promise<Iterable<string>>;
type OfCustomer = Readonly<{ customerId: string }>;

export const user: Readers<Readonly<{ userId: string | null }>> = ({ userId }) => (userId === null ? [] : [userId]);
export const holder: Readers<Readonly<{ holderId: string }>> = ({ holderId }) => [holderId];
export const owners: Readers<OfCustomer> = ({ customerId }, tx) => selectOwnerIds(tx, customerId);
export const usersWith =
  (...rights: readonly AccessKey[]): Readers<OfCustomer> =>
  ({ customerId }, tx) =>
    usersWithAnyAccess(tx, customerId, rights);
/** Everybody who works for the customer. */
export const everyone = usersWith(...accessKeys);
export const when =
  <P>(
    condition: (payload: P) => boolean,
    readers: Readers<NoInfer<P>>,
    otherwise: Readers<NoInfer<P>> = () => [],
  ): Readers<P> =>
  (payload, tx) =>
    (condition(payload) ? readers : otherwise)(payload, tx);

/** These without one person, such as the one who did it. */
export const except =
  <P>(person: (payload: P) => string | null, ...rules: readonly Readers<NoInfer<P>>[]): Readers<P> =>
  async (payload, tx) =>
    [...(await readersOf(tx, rules, payload))].filter((userId) => userId !== person(payload));

/** The subscription of a row. Deliveries are stored under the name of the listener, so it never changes. */
export const notice = <P extends OfCustomer>(event: EventType<P>, listener: string, row: NoticeRow<P>): Subscription =>
  transactionalHandler(event, listener, deliverNotice(row));

/** About the people themselves: they read it whichever customer they look at. */
export const personalNotice = <P extends object>(
  event: EventType<P>,
  listener: string,
  row: NoticeRow<P>,
): Subscription => transactionalHandler(event, listener, deliverPersonalNotice(row));

export const deliverNotice = <P extends OfCustomer>(row: NoticeRow<P>): TransactionalHandler<P> =>
  deliver(row, ({ customerId }) => customerId);

export const deliverPersonalNotice = <P extends object>(row: NoticeRow<P>): TransactionalHandler<P> =>
  deliver(row, () => null);

const deliver =
  <P extends object>(row: NoticeRow<P>, customerOf: (payload: P) => string | null): TransactionalHandler<P> =>
  async (ctx, { eventId, payload }) => {
    const { type, text, link = null, about, refreshSession = false } = row;
    const words = typeof text === 'function' ? await text(payload, ctx) : text;
    if (!words) return;
    const people = await readersOf(ctx.tx, row.readers, payload);
    await notify(
      ctx,
      { customerId: customerOf(payload), people, about: about?.(payload) ?? { kind: 'none' } },
      {
        eventId,
        type: typeof type === 'function' ? type(payload) : type,
        ...words,
        link: typeof link === 'function' ? await link(payload, ctx.tx) : link,
        follows: row.follows?.(payload),
        refreshSession: typeof refreshSession === 'function' ? refreshSession(payload) : refreshSession,
      },
    );
  };

export async function readersOf<P>(tx: Tx, rules: readonly Readers<P>[], payload: P): Promise<Set<string>> {
  const people = new Set<string>();
  for (const rule of rules) for (const userId of await rule(payload, tx)) people.add(userId);
  return people;
}

/** What the relay calls for an event, for those who have no relay, such as the seed. */
export function handlerOf<P extends object>(
  subscriptions: readonly Subscription[],
  { topic }: EventType<P>,
): TransactionalHandler<P> {
  const found = subscriptions.find((each) => each.topic === topic);
  if (!found || !('transactional' in found)) throw new Error(`nobody is notified of ${topic}`);
  return found.transactional as TransactionalHandler<P>;
}

type CodeWithTitle =
  Extract<MessageCode, `notice_${string}_title`> extends infer Title
    ? Title extends `${infer Code}_title`
      ? Title extends MessageCode
        ? keyof ParametersOf<Title> extends never
          ? Extract<Code, MessageCode>
          : never
        : never
      : never
    : never;

/** The text of a code under the title that the messages have for it. */
export const noticeText = <Code extends CodeWithTitle>(
  severity: NoticeText['severity'],
  code: Code,
  ...params: keyof ParametersOf<Code> extends never ? [] : [ParametersOf<Code>]
): NoticeText => ({
  severity,
  title: { code: `${code}_title`, params: {} },
  message: message<Code>(code, ...params),
});

type StateText<P> = NoticeText | undefined | ((payload: P) => NoticeText | undefined);

/** A text for each value of a field. Undefined: there is nothing to say. */
export const textBy =
  <P, K extends keyof P>(field: K, texts: { readonly [V in P[K] & string]: StateText<P & Readonly<Record<K, V>>> }) =>
  (payload: P): NoticeText | undefined => {
    const text = texts[payload[field] as P[K] & string] as StateText<P>;
    return typeof text === 'function' ? text(payload) : text;
  };

type Recipients = Readonly<{
  /** Null if it is about the people themselves: they read it whichever customer they look at. */
  customerId: string | null;
  people: Iterable<string>;
  /** Decides, by the accounts that it concerns, who of them may know. */
  about: Subject;
}>;

export async function notify(
  ctx: Ctx,
  { customerId, people, about }: Recipients,
  notification: NewNotification,
): Promise<void> {
  const { severity: type, link, refreshSession } = notification;
  const text = joinTexts(render(notification.message), notification.detail);
  const stored = { ...notification, title: render(notification.title), message: text };
  const reached = await findReached(ctx, { customerId, people, about });
  for (const { id: uid, userId } of await writeNotifications(ctx.tx, { ...reached, customerId }, stored, ctx.now))
    await pushLiveNotice(
      ctx.tx,
      { userId, customerId },
      { uid, type, message: text, link, ...(refreshSession && { refreshSession }) },
    );
}

const findReached = async ({ tx }: Ctx, { customerId, people, about }: Recipients): Promise<Reached> =>
  customerId === null
    ? { people: [...people], accounts: [] }
    : selectReachedMembers(tx, { customerId, people: [...people] }, about);

const render = (text: Message): string => formatMessage(defaultLanguage, text);

const joinTexts = (...texts: readonly (string | null | undefined)[]): string => texts.filter(Boolean).join(' ');

/** Events carry formatted amounts, which can always be read again. */
export function eventMoney(amount: string, currency: Currency): Money {
  const read = isCurrency(currency) ? readAmount(currency, amount) : undefined;
  if (!read) throw new Error(`${amount} ${currency} is not an amount`);
  return read;
}
