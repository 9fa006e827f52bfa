import { credentials } from '../../platform/http/call.ts';
import { ApiError } from '../../platform/http/call-errors.ts';

/** A file that only the session of staff may read. Throws ApiError. */
export async function fetchStaffFile(path: string): Promise<Blob> {
  const response = await fetch(`/api/services${path}`, {
    headers: { authorization_manage: credentials.staff ?? '' },
    credentials: 'same-origin',
  });
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  return response.blob();
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves a file that only the session of staff may read. Throws ApiError. */
export async function downloadStaffFile(path: string, name: string): Promise<void> {
  saveFile(await fetchStaffFile(path), name);
}
