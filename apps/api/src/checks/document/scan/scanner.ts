export type QuarantinedFile = Readonly<{ mediaType: string; bytes: Uint8Array }>;

export type ScanResult = 'virus' | 'active_content' | 'locked' | 'other_type' | 'not_checkable' | 'blank' | 'clean';

/**
 * The interface for scanners, also for an operator's own. A scanner throws when it has no answer, and is then called
 * again.
 */
export type Scanner = (file: QuarantinedFile & Readonly<{ customerId: string }>) => Promise<ScanResult>;
