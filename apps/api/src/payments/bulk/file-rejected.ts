import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import type { Message } from '@larkmere/messages/message';

/** The customer sees the reason. */
export class FileRejected extends Error {
  override name = 'FileRejected';
  readonly reason: Message;

  constructor(reason: Message, options?: ErrorOptions) {
    super(formatMessage(defaultLanguage, reason), options);
    this.reason = reason;
  }
}
