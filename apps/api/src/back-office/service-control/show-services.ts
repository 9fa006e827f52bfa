import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import {
  countCustomers,
  selectEvent,
  selectEvents,
  selectMatrixChanges,
  selectServiceStates,
} from './service-control.read.ts';
import { toEventView, toMatrixView, toStateView } from './service-control.view.ts';

export const showServices: Verb<typeof contract.serviceControl.list> = async (ctx) => {
  const { tx } = ctx;
  return {
    services: (await selectServiceStates(tx)).map(toStateView),
    events: (await selectEvents(tx)).map((row) => toEventView(row, ctx)),
    changes: (await selectMatrixChanges(tx)).map((row) => toMatrixView(row, ctx)),
    customers: await countCustomers(tx),
  };
};

export const showEvent: Verb<typeof contract.serviceControl.show> = async (ctx, { id }) => {
  const row = await selectEvent(ctx.tx, id);
  if (!row) throw new Refusal('not_found');
  return toEventView(row, ctx);
};
