import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import {
  addNote,
  revealIdentity,
  showActivity,
  showCustomer,
  showMessages,
  showNotes,
  showOrders,
  showOverview,
  showPayees,
  showPayments,
  showPeople,
  showStaffActions,
} from './show-customer.ts';

export function customerFileRoutes(bind: Bind): void {
  bind.verb(contract.customerFile.show, showCustomer);
  bind.verb(contract.customerFile.overview, showOverview);
  bind.verb(contract.customerFile.payments, showPayments);
  bind.verb(contract.customerFile.payees, showPayees);
  bind.verb(contract.customerFile.people, showPeople);
  bind.verb(contract.customerFile.activity, showActivity);
  bind.verb(contract.customerFile.audit, showStaffActions);
  bind.verb(contract.customerFile.orders, showOrders);
  bind.verb(contract.customerFile.messages, showMessages);
  bind.verb(contract.customerFile.notes, showNotes);
  bind.verb(contract.customerFile.addNote, addNote);
  bind.verb(contract.customerFile.revealIdentity, revealIdentity);
}
