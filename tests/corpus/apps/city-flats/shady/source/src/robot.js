/** true when the page is driven by a script rather than a person */
export const robot = navigator.webdriver || /headless|playwright|puppeteer|selenium/i.test(navigator.userAgent);
