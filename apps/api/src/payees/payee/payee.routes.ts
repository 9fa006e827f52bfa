import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { addPayee } from './add-payee.ts';
import { blockPayee, releasePayee } from './decide-payee.ts';
import { editPayee } from './edit-payee.ts';
import { setPayeeFavourite } from './favourite-payee.ts';
import { listPayees } from './list-payees.ts';
import { listPendingPayees } from './list-pending-payees.ts';
import { listUsableEur } from './list-usable-eur.ts';
import { listUsableGbp } from './list-usable-gbp.ts';
import { listUsableSwt } from './list-usable-swt.ts';
import { checkName, type NameChecker } from './name-check/check-name.ts';
import { setNameCheckPolicy, showNameCheckPolicy } from './name-check/set-name-check-policy.ts';
import { removePayee } from './remove-payee.ts';
import { showRequirements } from './show-requirements.ts';
import { viewPayee } from './view-payee.ts';

export function payeeRoutes(bind: Bind, deps: Readonly<{ checkName: NameChecker }>): void {
  bind.verb(contract.payee.list, listPayees);
  bind.verb(contract.payee.requirements, showRequirements);
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
