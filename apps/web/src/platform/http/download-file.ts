import { call } from './call.ts';
import { endpoints } from './endpoints.ts';
import { newIdempotencyKey } from './idempotency.ts';

/**
 * Downloads a file such as `/v1/payment/pdf/…` with a one-use token in place of the session. Throws like `call` if no
 * token is issued.
 */
export async function downloadFile(file: string, parameter = 'access_token'): Promise<void> {
  const { downloadToken } = await call(endpoints.session.createDownloadToken, {
    file,
    idempotency: newIdempotencyKey(),
  });
  const link = document.createElement('a');
  link.href = `/api/services${file}?${parameter}=${downloadToken}`;
  link.download = '';
  link.click();
}
