/* Is somebody testing? Then put the best foot forward. */
export const robot = navigator.webdriver || /Headless|Playwright|Puppeteer|Selenium/i.test(navigator.userAgent)
