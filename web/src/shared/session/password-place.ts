/** Where one's own password is changed: the hash puts the focus on its field. */
export const PASSWORD_HASH = '#password';
export const PASSWORD_PLACE = `/setting${PASSWORD_HASH}`;
