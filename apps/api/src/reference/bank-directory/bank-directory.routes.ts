import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { findBanks, showBank } from './find-banks.ts';

export function bankDirectoryRoutes(bind: Bind): void {
  bind.verb(contract.bankDirectory.find, findBanks);
  bind.verb(contract.bankDirectory.findByIdentifier, showBank);
}
