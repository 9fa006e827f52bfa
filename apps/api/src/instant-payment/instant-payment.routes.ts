import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../kernel/bind.ts';
import { listBanks } from './list-banks.ts';
import { listPayments } from './list-payments.ts';
import type { OpenBanking } from './rails/open-banking.ts';
import { showPayment } from './show-payment.ts';
import { startPayment } from './start-payment.ts';
import { takeCallback, takeCallbackSignedOut } from './take-callback.ts';

export function instantPaymentRoutes(bind: Bind, openBanking: OpenBanking): void {
  bind.procedure(contract.instantPayment.aspsps, listBanks(openBanking));
  bind.procedure(contract.instantPayment.start, startPayment(openBanking));
  bind.procedure(contract.instantPayment.callback, takeCallback(openBanking));
  bind.procedure(contract.instantPayment.callbackSignedOut, takeCallbackSignedOut(openBanking));
  bind.verb(contract.instantPayment.list, listPayments);
  bind.verb(contract.instantPayment.view, showPayment);
}
