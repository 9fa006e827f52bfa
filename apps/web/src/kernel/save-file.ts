import { call } from './call.ts';
import { endpoints } from './endpoints.ts';
import { newIdempotencyKey } from './idempotency.ts';

/**
 * Downloads a file such as `/v1/payment/pdf/…` with a one-use token in place of the session. Throws like `call` if no
 * token is issued.
 */
export async function saveFile(file: string): Promise<void> {
  const { ticket } = await call(endpoints.session.ticket, { file, idempotency: newIdempotencyKey() });
  const link = document.createElement('a');
  link.href = `/api/services${file}?access_token=${ticket}`;
  link.download = '';
  link.click();
}
