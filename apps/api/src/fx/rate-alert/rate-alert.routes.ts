import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { addAlert, editAlert, listAlerts, removeAlert } from './set-alert.ts';

export function rateAlertRoutes(bind: Bind): void {
  bind.verb(contract.rateAlert.list, listAlerts);
  bind.verb(contract.rateAlert.add, addAlert);
  bind.verb(contract.rateAlert.edit, editAlert);
  bind.verb(contract.rateAlert.remove, removeAlert);
}
