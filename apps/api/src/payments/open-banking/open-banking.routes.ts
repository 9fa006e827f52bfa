import { contract } from '@larkmere/contract/contract';
import type { Bind } from '../../platform/http/bind.ts';
import { handleCallback, handleSignedOutCallback } from './handle-callback.ts';
import { listBanks } from './list-banks.ts';
import { getPayment, listPayments } from './list-payments.ts';
import type { OpenBankingClient } from './rails/open-banking-client.ts';
import { startPayment } from './start-payment.ts';

export function instantPaymentRoutes(bind: Bind, openBanking: OpenBankingClient): void {
  bind.workflow(contract.instantPayment.aspsps, listBanks(openBanking));
  bind.workflow(contract.instantPayment.start, startPayment(openBanking));
  bind.workflow(contract.instantPayment.callback, handleCallback(openBanking));
  bind.workflow(contract.instantPayment.callbackSignedOut, handleSignedOutCallback(openBanking));
  bind.verb(contract.instantPayment.list, listPayments);
  bind.verb(contract.instantPayment.view, getPayment);
}
