import type { RailName } from '@larkmere/contract/rail-name';
import { composePacs008 } from './pacs-008.ts';
import { composePain001 } from './pain-001.ts';
import type { RailOrder } from './rail.ts';

/** The message in which an order of this rail travels. */
export const orderMessage = (rail: RailName): 'pacs.008.001.08' | 'pain.001.001.09' =>
  rail === 'swift' || rail === 'fedwire' ? 'pacs.008.001.08' : 'pain.001.001.09';

/** The order in the message of its rail: the same order is the same bytes. */
export const composeOrder = (order: RailOrder): string =>
  orderMessage(order.scheme) === 'pacs.008.001.08' ? composePacs008(order) : composePain001(order);
