import { upgradeLifecycle } from './customers/upgrade/upgrade-lifecycle.ts';
import { dealLifecycle } from './fx/manual-fx/deal-lifecycle.ts';
import type { AnyLifecycle } from './platform/lifecycle/lifecycle.ts';

/** Every state machine, for docs/states.md and for the tests that hold for all. */
export const lifecycles: readonly AnyLifecycle[] = [upgradeLifecycle, dealLifecycle];
