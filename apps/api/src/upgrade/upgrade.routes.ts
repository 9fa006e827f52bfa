import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { askUpgrade } from './ask-upgrade.ts';
import { checkReadiness } from './check-readiness.ts';
import { clearUpgrade, refuseUpgrade, showBoard } from './review-upgrade.ts';

export function upgradeRoutes(bind: Bind): void {
  bind.verb(contract.upgrade.readiness, checkReadiness);
  bind.verb(contract.upgrade.ask, askUpgrade);
  bind.verb(contract.upgrade.board, showBoard);
  bind.verb(contract.upgrade.clear, clearUpgrade);
  bind.verb(contract.upgrade.refuse, refuseUpgrade);
}
