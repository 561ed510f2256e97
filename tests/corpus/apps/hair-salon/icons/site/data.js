// The treatments a fresh visitor starts with: [name, department, fee in dollars, short text]
window.CALM_START = [
  ['General check-up', 'Family Medicine', 90, 'Blood pressure, pulse, lungs and a talk about how you are. 30 minutes.'],
  ['Flu vaccination', 'Family Medicine', 35, 'One jab, ten minutes, no need to undress.'],
  ['Travel advice and vaccines', 'Family Medicine', 65, 'Bring your vaccination card and your route.'],
  ['Full blood panel', 'Laboratory', 75, 'Come without breakfast. Results after two working days.'],
  ['Allergy skin test', 'Dermatology', 120, 'Twenty common allergens, read after 20 minutes.'],
  ['Mole screening', 'Dermatology', 110, 'Head-to-toe look with the dermatoscope.'],
  ['Back and neck physiotherapy', 'Physiotherapy', 85, 'Hands-on session plus three exercises for home.'],
  ['Knee rehabilitation', 'Physiotherapy', 95, 'After surgery or injury. Bring shorts.'],
  ['Lymph drainage', 'Physiotherapy', 70, 'Gentle massage, 45 minutes.'],
  ['Teeth cleaning', 'Dental Care', 80, 'Scaling, polishing and fluoride.'],
  ['Dental filling', 'Dental Care', 145, 'One tooth, local anaesthetic included.'],
  ['Resting ECG', 'Cardiology', 60, 'Painless recording of your heartbeat.'],
  ['Stress test on the bike', 'Cardiology', 160, 'Sports shoes, please. 40 minutes with a doctor beside you.'],
  ['Eye test', 'Eye Clinic', 55, 'Sight, pressure and prescription for glasses.'],
  ['Nutrition counselling', 'Nutrition', 68, 'A plan that survives an ordinary week.'],
  ['Talking therapy, first session', 'Mental Health', 130, '50 quiet minutes to see whether it fits.']
].map((r, i) => ({ id: 't' + (i + 1), name: r[0], dept: r[1], fee: r[2], text: r[3] }));
