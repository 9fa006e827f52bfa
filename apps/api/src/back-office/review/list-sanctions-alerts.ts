import type { contract } from '@larkmere/contract/contract';
import type { Verb } from '../../platform/requests/verb.ts';
import { selectSanctionsAlerts } from './sanctions-alert.sql.ts';
import { toSanctionsAlertViews } from './sanctions-alert.view.ts';

const maxResults = 200;

export const listSanctionsAlerts: Verb<typeof contract.sanctionsAlert.list> = async ({ tx }, { state }) => {
  return { list: await toSanctionsAlertViews(tx, await selectSanctionsAlerts(tx, state, maxResults)) };
};
