import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { searchStatement } from './search-statement.ts';
import { showActivity } from './show-activity.ts';
import { showStatement, showWalletStatement } from './show-statement.ts';

export function statementRoutes(bind: Bind): void {
  bind.verb(contract.statement.statement, showStatement);
  bind.verb(contract.statement.walletStatement, showWalletStatement);
  bind.verb(contract.statement.search, searchStatement);
  bind.verb(contract.statement.activity, showActivity);
}
