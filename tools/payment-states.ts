import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nextStates, paymentStates } from '../apps/api/src/payments/payment/payment-state.ts';

export const page = join(import.meta.dirname, '../docs/payment-states.md');
const block = /```mermaid\n[^`]*```/;

export function diagram(): string {
  const ends = paymentStates.filter((state) => nextStates[state].length === 0);
  const arrows = paymentStates.flatMap((from) => nextStates[from].map((to) => `  ${from} --> ${to}`));
  return ['```mermaid', 'stateDiagram-v2', ...arrows, ...ends.map((state) => `  ${state} --> [*]`), '```'].join('\n');
}

export const currentDiagram = (): string => block.exec(readFileSync(page, 'utf8'))?.[0] ?? '';

if (import.meta.main) writeFileSync(page, readFileSync(page, 'utf8').replace(block, diagram()));
