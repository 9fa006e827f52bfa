import { Refusal } from '../../platform/requests/refusal.ts';

export async function mapDuplicateError(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'payee_account_unique') throw new Refusal('payee_exists');
    throw error;
  }
}
