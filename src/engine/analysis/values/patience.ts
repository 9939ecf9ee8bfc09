/** Said before long work on a text begins. Behind the door a quicker program takes it over. */
export const begin = (_characters: number): void => undefined
