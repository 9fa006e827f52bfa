type Shared = Readonly<{ text: string; url: string }>;
type Device = Readonly<{
  share?: ((data: Shared) => Promise<void>) | undefined;
  clipboard?: Pick<Clipboard, 'writeText'> | undefined;
}>;

/**
 * Opens the device’s own sheet, or copies the link where there is none. `dismissed` if the person closed the sheet;
 * `failed` on pages that may do neither.
 */
export async function shareLink(device: Device, shared: Shared): Promise<'shared' | 'dismissed' | 'copied' | 'failed'> {
  if (device.share)
    try {
      await device.share(shared);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed';
    }
  try {
    if (!device.clipboard) return 'failed';
    await device.clipboard.writeText(shared.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
