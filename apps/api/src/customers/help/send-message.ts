import type { contract } from '@larkmere/contract/contract';
import type { HelpMessageView } from '@larkmere/contract/customers/help';
import { v7 } from 'uuid';
import { requireOwnPayment } from '../../payments/payment/payment.ts';
import type { Tx } from '../../platform/db/db.ts';
import { defineEvent, emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { deriveEncryptionKey, encrypt } from '../../platform/security/encryption.ts';
import { selectDeliveryState } from './help.read.ts';
import { countRecentMessages, type HelpMessageRow, insertMessage, selectLastMessage } from './help.sql.ts';

const maxMessagesPerHour = 5;

export const deriveHelpTextKey = (pepper: string): Buffer => deriveEncryptionKey(pepper, 'help');

/** Neither the outbox nor the audit log holds the text. */
export const helpMessageSent = defineEvent<HelpMessageSent>('help.message_sent');
type HelpMessageSent = Readonly<{
  messageId: string;
  customerId: string;
  userId: string;
  reference: string;
  kind: HelpMessageView['kind'];
}>;

/** Refuses with `not_found` for a payment that this person may not read, and with `too_many_help_messages`. */
export const sendHelpMessage =
  (textKey: Buffer): Verb<typeof contract.help.sendMessage> =>
  async (ctx, { kind, topic, paymentUid, text }) => {
    const { tx, actor } = ctx;
    const { customerId, userId } = actor;
    if (paymentUid !== null) await requireReadablePayment(ctx, paymentUid);
    if ((await countRecentMessages(tx, userId)) >= maxMessagesPerHour) throw new Refusal('too_many_help_messages');
    const id = v7();
    const pendingText = encrypt(textKey, id, text);
    const sent = await insertMessage(tx, { id, customerId, userId, kind, topic, paymentId: paymentUid, pendingText });
    const { reference } = sent;
    await audit(ctx, 'help.message_sent', `help-message:${id}`, { reference, kind, topic, payment: paymentUid });
    await emit(ctx, helpMessageSent, { messageId: id, customerId, userId, reference, kind });
    return viewMessage(tx, sent);
  };

async function requireReadablePayment(ctx: CustomerCtx, id: string): Promise<void> {
  if (!ctx.actor.access.has('payment')) throw new Refusal('not_found');
  await requireOwnPayment(ctx, id);
}

export const showLastMessage: Verb<typeof contract.help.lastMessage> = async ({ tx, actor }) => {
  const last = await selectLastMessage(tx, actor);
  return { message: last ? await viewMessage(tx, last) : null };
};

async function viewMessage(tx: Tx, { id, reference, kind, topic, paymentId, createdAt }: HelpMessageRow) {
  return {
    reference,
    kind,
    topic,
    paymentUid: paymentId,
    sentAt: createdAt.toISOString(),
    state: await selectDeliveryState(tx, id),
  };
}
