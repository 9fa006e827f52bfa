import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import type { Passkey } from './passkey-store.ts';

export const toPasskeyView = ({ id, name, isBackedUp, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  uid: id,
  name,
  isBackedUp,
  addedAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
