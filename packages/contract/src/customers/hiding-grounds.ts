/** Grounds on which a public review may be taken down. A low rating is none. */
export const hidingGrounds = ['personal_data', 'insult', 'not_about_us', 'advertising', 'not_genuine'] as const;
export type HidingGround = (typeof hidingGrounds)[number];

/** Characters of a review. */
export const reviewTextMax = 1000;
