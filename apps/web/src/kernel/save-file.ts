import { call } from './call.ts';
import { endpoints } from './endpoints.ts';
import { newIdempotencyKey } from './idempotency.ts';

/**
 * Saves a file that the browser fetches by itself, such as `/v1/payment/pdf/…`: a one-use ticket stands for the session.
 * Throws as a call does when there is no ticket.
 */
export async function saveFile(file: string): Promise<void> {
  const { ticket } = await call(endpoints.session.ticket, { file, idempotency: newIdempotencyKey() });
  const link = document.createElement('a');
  link.href = `/api/services${file}?access_token=${ticket}`;
  link.download = '';
  link.click();
}
