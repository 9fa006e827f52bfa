export type Quarantined = Readonly<{ mediaType: string; bytes: Uint8Array }>;

export type Finding = 'virus' | 'active_content' | 'locked' | 'other_type' | 'not_checkable' | 'clean';

/**
 * The interface for scanners, also for an operator's own. A scanner throws when it has no answer, and is then called
 * again.
 */
export type Scanner = (file: Quarantined & Readonly<{ customerId: string }>) => Promise<Finding>;
