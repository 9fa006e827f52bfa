import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { blockPayee, releasePayee } from './decide-payee.ts';
import { checkName, type NameChecker } from './name-check/name-check.ts';
import { setNameCheckPolicy, showNameCheckPolicy } from './name-check/name-check-policy.ts';
import { listPayees, listPendingPayees, listUsableEur, listUsableGbp, listUsableSwt, viewPayee } from './payee.read.ts';
import { removePayee, setPayeeFavourite } from './remove-payee.ts';
import { addPayee, editPayee } from './save-payee.ts';
import { showRequirements } from './show-requirements.ts';

type Deps = Readonly<{ checkName: NameChecker; checksPromptPay?: boolean }>;

export function payeeRoutes(bind: Bind, deps: Deps): void {
  bind.verb(contract.payee.list, listPayees);
  bind.verb(contract.payee.requirements, showRequirements(deps));
  bind.verb(contract.payee.view, viewPayee);
  bind.verb(contract.payee.add, addPayee);
  bind.verb(contract.payee.edit, editPayee);
  bind.verb(contract.payee.setFavourite, setPayeeFavourite);
  bind.verb(contract.payee.remove, removePayee);
  bind.verb(contract.payee.nameCheckPolicy, showNameCheckPolicy);
  bind.verb(contract.payee.setNameCheckPolicy, setNameCheckPolicy);
  bind.workflow(contract.payee.checkName, checkName(deps.checkName));
  bind.verb(contract.payee.usableGbp, listUsableGbp);
  bind.verb(contract.payee.usableEur, listUsableEur);
  bind.verb(contract.payee.usableSwt, listUsableSwt);
  bind.verb(contract.payeeReview.list, listPendingPayees);
  bind.verb(contract.payeeReview.release, releasePayee);
  bind.verb(contract.payeeReview.stop, blockPayee);
}
