import type { ExternalHandlerContext } from '../../platform/events/relay.ts';
import { errorText } from '../../platform/observability/describe-error.ts';
import { audit } from '../../platform/requests/audit.ts';
import { countAttempt, recordFailure, recordResult } from './outgoing-message.sql.ts';

/** `refused` is permanent: the address or number does not exist or is blocked. */
type MessageResult = 'sent' | 'refused';

type OutgoingMessage = Readonly<{
  id: string;
  channel: 'email' | 'sms';
  template: string;
  recipient: string;
}>;

const auditActions = { email: 'mail', sms: 'sms' } as const;

/**
 * Sends a message at most once per recorded success, outside of any transaction. `send` throws if the message should be
 * tried again; the relay repeats it until it is three days old.
 */
export async function deliverMessage(
  { transaction }: Pick<ExternalHandlerContext, 'transaction'>,
  outgoing: OutgoingMessage,
  send: () => Promise<MessageResult>,
): Promise<void> {
  const next = await transaction(({ tx }) => countAttempt(tx, outgoing));
  if (next === 'settled') return;
  const settle = (state: 'sent' | 'bounced' | 'abandoned', result: string) =>
    transaction(async (ctx) => {
      await recordResult(ctx.tx, outgoing.id, state);
      const { channel, recipient, template } = outgoing;
      await audit(ctx, `${auditActions[channel]}.${result}`, recipient, { template });
    });
  if (next === 'too_old') return settle('abandoned', 'abandoned');
  let result: MessageResult;
  try {
    result = await send();
  } catch (error) {
    await transaction(({ tx }) => recordFailure(tx, outgoing.id, errorText(error)));
    throw error;
  }
  await settle(result === 'sent' ? 'sent' : 'bounced', result);
}
