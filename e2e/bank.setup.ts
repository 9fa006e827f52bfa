import { speedUpBank } from './fixtures/own-server.ts';

/** Of the server that the run shares. */
export default (): Promise<void> => speedUpBank(process.env.E2E_BANK_URL ?? '');
