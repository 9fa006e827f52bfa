import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { findBanks } from './find-banks.ts';
import { showBank } from './show-bank.ts';

export function bankDirectoryRoutes(bind: Bind): void {
  bind.verb(contract.bankDirectory.find, findBanks);
  bind.verb(contract.bankDirectory.bankOf, showBank);
}
