/** What lies in quarantine. */
export type Quarantined = Readonly<{ mediaType: string; bytes: Uint8Array }>;

/** What a scanner found, from worst to none. */
export type Finding = 'virus' | 'active_content' | 'locked' | 'other_type' | 'not_checkable' | 'clean';

/**
 * Looks into a file that nobody has opened yet. The built-in one knows the tricks of the kinds we take; a firm's own, such
 * as a virus scanner in the network, has this same shape. It throws when it cannot say anything, and is then asked again.
 */
export type Scanner = (file: Quarantined & Readonly<{ customerId: string }>) => Promise<Finding>;
