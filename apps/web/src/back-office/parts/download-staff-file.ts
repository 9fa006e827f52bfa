import { credentials } from '../../platform/http/call.ts';
import { ApiError } from '../../platform/http/call-errors.ts';

/** Saves a file that only the session of staff may read. Throws ApiError. */
export async function downloadStaffFile(path: string, name: string): Promise<void> {
  const response = await fetch(`/api/services${path}`, {
    headers: { authorization_manage: credentials.staff ?? '' },
    credentials: 'same-origin',
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
