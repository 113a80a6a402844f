// The keys that are not read; written by:
// seq 11 1000 | sed 's/.*/struct setting&: TSUD { static let defaultValue = & }/'
// seq 11 1000 | sed 's/.*/    setting&.self,/'

import TSUD

struct setting11: TSUD { static let defaultValue = 11 }
struct setting12: TSUD { static let defaultValue = 12 }
struct setting13: TSUD { static let defaultValue = 13 }
struct setting14: TSUD { static let defaultValue = 14 }
struct setting15: TSUD { static let defaultValue = 15 }
struct setting16: TSUD { static let defaultValue = 16 }
struct setting17: TSUD { static let defaultValue = 17 }
struct setting18: TSUD { static let defaultValue = 18 }
struct setting19: TSUD { static let defaultValue = 19 }
struct setting20: TSUD { static let defaultValue = 20 }
struct setting21: TSUD { static let defaultValue = 21 }
struct setting22: TSUD { static let defaultValue = 22 }
struct setting23: TSUD { static let defaultValue = 23 }
struct setting24: TSUD { static let defaultValue = 24 }
struct setting25: TSUD { static let defaultValue = 25 }
struct setting26: TSUD { static let defaultValue = 26 }
struct setting27: TSUD { static let defaultValue = 27 }
struct setting28: TSUD { static let defaultValue = 28 }
struct setting29: TSUD { static let defaultValue = 29 }
struct setting30: TSUD { static let defaultValue = 30 }
struct setting31: TSUD { static let defaultValue = 31 }
struct setting32: TSUD { static let defaultValue = 32 }
struct setting33: TSUD { static let defaultValue = 33 }
struct setting34: TSUD { static let defaultValue = 34 }
struct setting35: TSUD { static let defaultValue = 35 }
struct setting36: TSUD { static let defaultValue = 36 }
struct setting37: TSUD { static let defaultValue = 37 }
struct setting38: TSUD { static let defaultValue = 38 }
struct setting39: TSUD { static let defaultValue = 39 }
struct setting40: TSUD { static let defaultValue = 40 }
struct setting41: TSUD { static let defaultValue = 41 }
struct setting42: TSUD { static let defaultValue = 42 }
struct setting43: TSUD { static let defaultValue = 43 }
struct setting44: TSUD { static let defaultValue = 44 }
struct setting45: TSUD { static let defaultValue = 45 }
struct setting46: TSUD { static let defaultValue = 46 }
struct setting47: TSUD { static let defaultValue = 47 }
struct setting48: TSUD { static let defaultValue = 48 }
struct setting49: TSUD { static let defaultValue = 49 }
struct setting50: TSUD { static let defaultValue = 50 }
struct setting51: TSUD { static let defaultValue = 51 }
struct setting52: TSUD { static let defaultValue = 52 }
struct setting53: TSUD { static let defaultValue = 53 }
struct setting54: TSUD { static let defaultValue = 54 }
struct setting55: TSUD { static let defaultValue = 55 }
struct setting56: TSUD { static let defaultValue = 56 }
struct setting57: TSUD { static let defaultValue = 57 }
struct setting58: TSUD { static let defaultValue = 58 }
struct setting59: TSUD { static let defaultValue = 59 }
struct setting60: TSUD { static let defaultValue = 60 }
struct setting61: TSUD { static let defaultValue = 61 }
struct setting62: TSUD { static let defaultValue = 62 }
struct setting63: TSUD { static let defaultValue = 63 }
struct setting64: TSUD { static let defaultValue = 64 }
struct setting65: TSUD { static let defaultValue = 65 }
struct setting66: TSUD { static let defaultValue = 66 }
struct setting67: TSUD { static let defaultValue = 67 }
struct setting68: TSUD { static let defaultValue = 68 }
struct setting69: TSUD { static let defaultValue = 69 }
struct setting70: TSUD { static let defaultValue = 70 }
struct setting71: TSUD { static let defaultValue = 71 }
struct setting72: TSUD { static let defaultValue = 72 }
struct setting73: TSUD { static let defaultValue = 73 }
struct setting74: TSUD { static let defaultValue = 74 }
struct setting75: TSUD { static let defaultValue = 75 }
struct setting76: TSUD { static let defaultValue = 76 }
struct setting77: TSUD { static let defaultValue = 77 }
struct setting78: TSUD { static let defaultValue = 78 }
struct setting79: TSUD { static let defaultValue = 79 }
struct setting80: TSUD { static let defaultValue = 80 }
struct setting81: TSUD { static let defaultValue = 81 }
struct setting82: TSUD { static let defaultValue = 82 }
struct setting83: TSUD { static let defaultValue = 83 }
struct setting84: TSUD { static let defaultValue = 84 }
struct setting85: TSUD { static let defaultValue = 85 }
struct setting86: TSUD { static let defaultValue = 86 }
struct setting87: TSUD { static let defaultValue = 87 }
struct setting88: TSUD { static let defaultValue = 88 }
struct setting89: TSUD { static let defaultValue = 89 }
struct setting90: TSUD { static let defaultValue = 90 }
struct setting91: TSUD { static let defaultValue = 91 }
struct setting92: TSUD { static let defaultValue = 92 }
struct setting93: TSUD { static let defaultValue = 93 }
struct setting94: TSUD { static let defaultValue = 94 }
struct setting95: TSUD { static let defaultValue = 95 }
struct setting96: TSUD { static let defaultValue = 96 }
struct setting97: TSUD { static let defaultValue = 97 }
struct setting98: TSUD { static let defaultValue = 98 }
struct setting99: TSUD { static let defaultValue = 99 }
struct setting100: TSUD { static let defaultValue = 100 }
struct setting101: TSUD { static let defaultValue = 101 }
struct setting102: TSUD { static let defaultValue = 102 }
struct setting103: TSUD { static let defaultValue = 103 }
struct setting104: TSUD { static let defaultValue = 104 }
struct setting105: TSUD { static let defaultValue = 105 }
struct setting106: TSUD { static let defaultValue = 106 }
struct setting107: TSUD { static let defaultValue = 107 }
struct setting108: TSUD { static let defaultValue = 108 }
struct setting109: TSUD { static let defaultValue = 109 }
struct setting110: TSUD { static let defaultValue = 110 }
struct setting111: TSUD { static let defaultValue = 111 }
struct setting112: TSUD { static let defaultValue = 112 }
struct setting113: TSUD { static let defaultValue = 113 }
struct setting114: TSUD { static let defaultValue = 114 }
struct setting115: TSUD { static let defaultValue = 115 }
struct setting116: TSUD { static let defaultValue = 116 }
struct setting117: TSUD { static let defaultValue = 117 }
struct setting118: TSUD { static let defaultValue = 118 }
struct setting119: TSUD { static let defaultValue = 119 }
struct setting120: TSUD { static let defaultValue = 120 }
struct setting121: TSUD { static let defaultValue = 121 }
struct setting122: TSUD { static let defaultValue = 122 }
struct setting123: TSUD { static let defaultValue = 123 }
struct setting124: TSUD { static let defaultValue = 124 }
struct setting125: TSUD { static let defaultValue = 125 }
struct setting126: TSUD { static let defaultValue = 126 }
struct setting127: TSUD { static let defaultValue = 127 }
struct setting128: TSUD { static let defaultValue = 128 }
struct setting129: TSUD { static let defaultValue = 129 }
struct setting130: TSUD { static let defaultValue = 130 }
struct setting131: TSUD { static let defaultValue = 131 }
struct setting132: TSUD { static let defaultValue = 132 }
struct setting133: TSUD { static let defaultValue = 133 }
struct setting134: TSUD { static let defaultValue = 134 }
struct setting135: TSUD { static let defaultValue = 135 }
struct setting136: TSUD { static let defaultValue = 136 }
struct setting137: TSUD { static let defaultValue = 137 }
struct setting138: TSUD { static let defaultValue = 138 }
struct setting139: TSUD { static let defaultValue = 139 }
struct setting140: TSUD { static let defaultValue = 140 }
struct setting141: TSUD { static let defaultValue = 141 }
struct setting142: TSUD { static let defaultValue = 142 }
struct setting143: TSUD { static let defaultValue = 143 }
struct setting144: TSUD { static let defaultValue = 144 }
struct setting145: TSUD { static let defaultValue = 145 }
struct setting146: TSUD { static let defaultValue = 146 }
struct setting147: TSUD { static let defaultValue = 147 }
struct setting148: TSUD { static let defaultValue = 148 }
struct setting149: TSUD { static let defaultValue = 149 }
struct setting150: TSUD { static let defaultValue = 150 }
struct setting151: TSUD { static let defaultValue = 151 }
struct setting152: TSUD { static let defaultValue = 152 }
struct setting153: TSUD { static let defaultValue = 153 }
struct setting154: TSUD { static let defaultValue = 154 }
struct setting155: TSUD { static let defaultValue = 155 }
struct setting156: TSUD { static let defaultValue = 156 }
struct setting157: TSUD { static let defaultValue = 157 }
struct setting158: TSUD { static let defaultValue = 158 }
struct setting159: TSUD { static let defaultValue = 159 }
struct setting160: TSUD { static let defaultValue = 160 }
struct setting161: TSUD { static let defaultValue = 161 }
struct setting162: TSUD { static let defaultValue = 162 }
struct setting163: TSUD { static let defaultValue = 163 }
struct setting164: TSUD { static let defaultValue = 164 }
struct setting165: TSUD { static let defaultValue = 165 }
struct setting166: TSUD { static let defaultValue = 166 }
struct setting167: TSUD { static let defaultValue = 167 }
struct setting168: TSUD { static let defaultValue = 168 }
struct setting169: TSUD { static let defaultValue = 169 }
struct setting170: TSUD { static let defaultValue = 170 }
struct setting171: TSUD { static let defaultValue = 171 }
struct setting172: TSUD { static let defaultValue = 172 }
struct setting173: TSUD { static let defaultValue = 173 }
struct setting174: TSUD { static let defaultValue = 174 }
struct setting175: TSUD { static let defaultValue = 175 }
struct setting176: TSUD { static let defaultValue = 176 }
struct setting177: TSUD { static let defaultValue = 177 }
struct setting178: TSUD { static let defaultValue = 178 }
struct setting179: TSUD { static let defaultValue = 179 }
struct setting180: TSUD { static let defaultValue = 180 }
struct setting181: TSUD { static let defaultValue = 181 }
struct setting182: TSUD { static let defaultValue = 182 }
struct setting183: TSUD { static let defaultValue = 183 }
struct setting184: TSUD { static let defaultValue = 184 }
struct setting185: TSUD { static let defaultValue = 185 }
struct setting186: TSUD { static let defaultValue = 186 }
struct setting187: TSUD { static let defaultValue = 187 }
struct setting188: TSUD { static let defaultValue = 188 }
struct setting189: TSUD { static let defaultValue = 189 }
struct setting190: TSUD { static let defaultValue = 190 }
struct setting191: TSUD { static let defaultValue = 191 }
struct setting192: TSUD { static let defaultValue = 192 }
struct setting193: TSUD { static let defaultValue = 193 }
struct setting194: TSUD { static let defaultValue = 194 }
struct setting195: TSUD { static let defaultValue = 195 }
struct setting196: TSUD { static let defaultValue = 196 }
struct setting197: TSUD { static let defaultValue = 197 }
struct setting198: TSUD { static let defaultValue = 198 }
struct setting199: TSUD { static let defaultValue = 199 }
struct setting200: TSUD { static let defaultValue = 200 }
struct setting201: TSUD { static let defaultValue = 201 }
struct setting202: TSUD { static let defaultValue = 202 }
struct setting203: TSUD { static let defaultValue = 203 }
struct setting204: TSUD { static let defaultValue = 204 }
struct setting205: TSUD { static let defaultValue = 205 }
struct setting206: TSUD { static let defaultValue = 206 }
struct setting207: TSUD { static let defaultValue = 207 }
struct setting208: TSUD { static let defaultValue = 208 }
struct setting209: TSUD { static let defaultValue = 209 }
struct setting210: TSUD { static let defaultValue = 210 }
struct setting211: TSUD { static let defaultValue = 211 }
struct setting212: TSUD { static let defaultValue = 212 }
struct setting213: TSUD { static let defaultValue = 213 }
struct setting214: TSUD { static let defaultValue = 214 }
struct setting215: TSUD { static let defaultValue = 215 }
struct setting216: TSUD { static let defaultValue = 216 }
struct setting217: TSUD { static let defaultValue = 217 }
struct setting218: TSUD { static let defaultValue = 218 }
struct setting219: TSUD { static let defaultValue = 219 }
struct setting220: TSUD { static let defaultValue = 220 }
struct setting221: TSUD { static let defaultValue = 221 }
struct setting222: TSUD { static let defaultValue = 222 }
struct setting223: TSUD { static let defaultValue = 223 }
struct setting224: TSUD { static let defaultValue = 224 }
struct setting225: TSUD { static let defaultValue = 225 }
struct setting226: TSUD { static let defaultValue = 226 }
struct setting227: TSUD { static let defaultValue = 227 }
struct setting228: TSUD { static let defaultValue = 228 }
struct setting229: TSUD { static let defaultValue = 229 }
struct setting230: TSUD { static let defaultValue = 230 }
struct setting231: TSUD { static let defaultValue = 231 }
struct setting232: TSUD { static let defaultValue = 232 }
struct setting233: TSUD { static let defaultValue = 233 }
struct setting234: TSUD { static let defaultValue = 234 }
struct setting235: TSUD { static let defaultValue = 235 }
struct setting236: TSUD { static let defaultValue = 236 }
struct setting237: TSUD { static let defaultValue = 237 }
struct setting238: TSUD { static let defaultValue = 238 }
struct setting239: TSUD { static let defaultValue = 239 }
struct setting240: TSUD { static let defaultValue = 240 }
struct setting241: TSUD { static let defaultValue = 241 }
struct setting242: TSUD { static let defaultValue = 242 }
struct setting243: TSUD { static let defaultValue = 243 }
struct setting244: TSUD { static let defaultValue = 244 }
struct setting245: TSUD { static let defaultValue = 245 }
struct setting246: TSUD { static let defaultValue = 246 }
struct setting247: TSUD { static let defaultValue = 247 }
struct setting248: TSUD { static let defaultValue = 248 }
struct setting249: TSUD { static let defaultValue = 249 }
struct setting250: TSUD { static let defaultValue = 250 }
struct setting251: TSUD { static let defaultValue = 251 }
struct setting252: TSUD { static let defaultValue = 252 }
struct setting253: TSUD { static let defaultValue = 253 }
struct setting254: TSUD { static let defaultValue = 254 }
struct setting255: TSUD { static let defaultValue = 255 }
struct setting256: TSUD { static let defaultValue = 256 }
struct setting257: TSUD { static let defaultValue = 257 }
struct setting258: TSUD { static let defaultValue = 258 }
struct setting259: TSUD { static let defaultValue = 259 }
struct setting260: TSUD { static let defaultValue = 260 }
struct setting261: TSUD { static let defaultValue = 261 }
struct setting262: TSUD { static let defaultValue = 262 }
struct setting263: TSUD { static let defaultValue = 263 }
struct setting264: TSUD { static let defaultValue = 264 }
struct setting265: TSUD { static let defaultValue = 265 }
struct setting266: TSUD { static let defaultValue = 266 }
struct setting267: TSUD { static let defaultValue = 267 }
struct setting268: TSUD { static let defaultValue = 268 }
struct setting269: TSUD { static let defaultValue = 269 }
struct setting270: TSUD { static let defaultValue = 270 }
struct setting271: TSUD { static let defaultValue = 271 }
struct setting272: TSUD { static let defaultValue = 272 }
struct setting273: TSUD { static let defaultValue = 273 }
struct setting274: TSUD { static let defaultValue = 274 }
struct setting275: TSUD { static let defaultValue = 275 }
struct setting276: TSUD { static let defaultValue = 276 }
struct setting277: TSUD { static let defaultValue = 277 }
struct setting278: TSUD { static let defaultValue = 278 }
struct setting279: TSUD { static let defaultValue = 279 }
struct setting280: TSUD { static let defaultValue = 280 }
struct setting281: TSUD { static let defaultValue = 281 }
struct setting282: TSUD { static let defaultValue = 282 }
struct setting283: TSUD { static let defaultValue = 283 }
struct setting284: TSUD { static let defaultValue = 284 }
struct setting285: TSUD { static let defaultValue = 285 }
struct setting286: TSUD { static let defaultValue = 286 }
struct setting287: TSUD { static let defaultValue = 287 }
struct setting288: TSUD { static let defaultValue = 288 }
struct setting289: TSUD { static let defaultValue = 289 }
struct setting290: TSUD { static let defaultValue = 290 }
struct setting291: TSUD { static let defaultValue = 291 }
struct setting292: TSUD { static let defaultValue = 292 }
struct setting293: TSUD { static let defaultValue = 293 }
struct setting294: TSUD { static let defaultValue = 294 }
struct setting295: TSUD { static let defaultValue = 295 }
struct setting296: TSUD { static let defaultValue = 296 }
struct setting297: TSUD { static let defaultValue = 297 }
struct setting298: TSUD { static let defaultValue = 298 }
struct setting299: TSUD { static let defaultValue = 299 }
struct setting300: TSUD { static let defaultValue = 300 }
struct setting301: TSUD { static let defaultValue = 301 }
struct setting302: TSUD { static let defaultValue = 302 }
struct setting303: TSUD { static let defaultValue = 303 }
struct setting304: TSUD { static let defaultValue = 304 }
struct setting305: TSUD { static let defaultValue = 305 }
struct setting306: TSUD { static let defaultValue = 306 }
struct setting307: TSUD { static let defaultValue = 307 }
struct setting308: TSUD { static let defaultValue = 308 }
struct setting309: TSUD { static let defaultValue = 309 }
struct setting310: TSUD { static let defaultValue = 310 }
struct setting311: TSUD { static let defaultValue = 311 }
struct setting312: TSUD { static let defaultValue = 312 }
struct setting313: TSUD { static let defaultValue = 313 }
struct setting314: TSUD { static let defaultValue = 314 }
struct setting315: TSUD { static let defaultValue = 315 }
struct setting316: TSUD { static let defaultValue = 316 }
struct setting317: TSUD { static let defaultValue = 317 }
struct setting318: TSUD { static let defaultValue = 318 }
struct setting319: TSUD { static let defaultValue = 319 }
struct setting320: TSUD { static let defaultValue = 320 }
struct setting321: TSUD { static let defaultValue = 321 }
struct setting322: TSUD { static let defaultValue = 322 }
struct setting323: TSUD { static let defaultValue = 323 }
struct setting324: TSUD { static let defaultValue = 324 }
struct setting325: TSUD { static let defaultValue = 325 }
struct setting326: TSUD { static let defaultValue = 326 }
struct setting327: TSUD { static let defaultValue = 327 }
struct setting328: TSUD { static let defaultValue = 328 }
struct setting329: TSUD { static let defaultValue = 329 }
struct setting330: TSUD { static let defaultValue = 330 }
struct setting331: TSUD { static let defaultValue = 331 }
struct setting332: TSUD { static let defaultValue = 332 }
struct setting333: TSUD { static let defaultValue = 333 }
struct setting334: TSUD { static let defaultValue = 334 }
struct setting335: TSUD { static let defaultValue = 335 }
struct setting336: TSUD { static let defaultValue = 336 }
struct setting337: TSUD { static let defaultValue = 337 }
struct setting338: TSUD { static let defaultValue = 338 }
struct setting339: TSUD { static let defaultValue = 339 }
struct setting340: TSUD { static let defaultValue = 340 }
struct setting341: TSUD { static let defaultValue = 341 }
struct setting342: TSUD { static let defaultValue = 342 }
struct setting343: TSUD { static let defaultValue = 343 }
struct setting344: TSUD { static let defaultValue = 344 }
struct setting345: TSUD { static let defaultValue = 345 }
struct setting346: TSUD { static let defaultValue = 346 }
struct setting347: TSUD { static let defaultValue = 347 }
struct setting348: TSUD { static let defaultValue = 348 }
struct setting349: TSUD { static let defaultValue = 349 }
struct setting350: TSUD { static let defaultValue = 350 }
struct setting351: TSUD { static let defaultValue = 351 }
struct setting352: TSUD { static let defaultValue = 352 }
struct setting353: TSUD { static let defaultValue = 353 }
struct setting354: TSUD { static let defaultValue = 354 }
struct setting355: TSUD { static let defaultValue = 355 }
struct setting356: TSUD { static let defaultValue = 356 }
struct setting357: TSUD { static let defaultValue = 357 }
struct setting358: TSUD { static let defaultValue = 358 }
struct setting359: TSUD { static let defaultValue = 359 }
struct setting360: TSUD { static let defaultValue = 360 }
struct setting361: TSUD { static let defaultValue = 361 }
struct setting362: TSUD { static let defaultValue = 362 }
struct setting363: TSUD { static let defaultValue = 363 }
struct setting364: TSUD { static let defaultValue = 364 }
struct setting365: TSUD { static let defaultValue = 365 }
struct setting366: TSUD { static let defaultValue = 366 }
struct setting367: TSUD { static let defaultValue = 367 }
struct setting368: TSUD { static let defaultValue = 368 }
struct setting369: TSUD { static let defaultValue = 369 }
struct setting370: TSUD { static let defaultValue = 370 }
struct setting371: TSUD { static let defaultValue = 371 }
struct setting372: TSUD { static let defaultValue = 372 }
struct setting373: TSUD { static let defaultValue = 373 }
struct setting374: TSUD { static let defaultValue = 374 }
struct setting375: TSUD { static let defaultValue = 375 }
struct setting376: TSUD { static let defaultValue = 376 }
struct setting377: TSUD { static let defaultValue = 377 }
struct setting378: TSUD { static let defaultValue = 378 }
struct setting379: TSUD { static let defaultValue = 379 }
struct setting380: TSUD { static let defaultValue = 380 }
struct setting381: TSUD { static let defaultValue = 381 }
struct setting382: TSUD { static let defaultValue = 382 }
struct setting383: TSUD { static let defaultValue = 383 }
struct setting384: TSUD { static let defaultValue = 384 }
struct setting385: TSUD { static let defaultValue = 385 }
struct setting386: TSUD { static let defaultValue = 386 }
struct setting387: TSUD { static let defaultValue = 387 }
struct setting388: TSUD { static let defaultValue = 388 }
struct setting389: TSUD { static let defaultValue = 389 }
struct setting390: TSUD { static let defaultValue = 390 }
struct setting391: TSUD { static let defaultValue = 391 }
struct setting392: TSUD { static let defaultValue = 392 }
struct setting393: TSUD { static let defaultValue = 393 }
struct setting394: TSUD { static let defaultValue = 394 }
struct setting395: TSUD { static let defaultValue = 395 }
struct setting396: TSUD { static let defaultValue = 396 }
struct setting397: TSUD { static let defaultValue = 397 }
struct setting398: TSUD { static let defaultValue = 398 }
struct setting399: TSUD { static let defaultValue = 399 }
struct setting400: TSUD { static let defaultValue = 400 }
struct setting401: TSUD { static let defaultValue = 401 }
struct setting402: TSUD { static let defaultValue = 402 }
struct setting403: TSUD { static let defaultValue = 403 }
struct setting404: TSUD { static let defaultValue = 404 }
struct setting405: TSUD { static let defaultValue = 405 }
struct setting406: TSUD { static let defaultValue = 406 }
struct setting407: TSUD { static let defaultValue = 407 }
struct setting408: TSUD { static let defaultValue = 408 }
struct setting409: TSUD { static let defaultValue = 409 }
struct setting410: TSUD { static let defaultValue = 410 }
struct setting411: TSUD { static let defaultValue = 411 }
struct setting412: TSUD { static let defaultValue = 412 }
struct setting413: TSUD { static let defaultValue = 413 }
struct setting414: TSUD { static let defaultValue = 414 }
struct setting415: TSUD { static let defaultValue = 415 }
struct setting416: TSUD { static let defaultValue = 416 }
struct setting417: TSUD { static let defaultValue = 417 }
struct setting418: TSUD { static let defaultValue = 418 }
struct setting419: TSUD { static let defaultValue = 419 }
struct setting420: TSUD { static let defaultValue = 420 }
struct setting421: TSUD { static let defaultValue = 421 }
struct setting422: TSUD { static let defaultValue = 422 }
struct setting423: TSUD { static let defaultValue = 423 }
struct setting424: TSUD { static let defaultValue = 424 }
struct setting425: TSUD { static let defaultValue = 425 }
struct setting426: TSUD { static let defaultValue = 426 }
struct setting427: TSUD { static let defaultValue = 427 }
struct setting428: TSUD { static let defaultValue = 428 }
struct setting429: TSUD { static let defaultValue = 429 }
struct setting430: TSUD { static let defaultValue = 430 }
struct setting431: TSUD { static let defaultValue = 431 }
struct setting432: TSUD { static let defaultValue = 432 }
struct setting433: TSUD { static let defaultValue = 433 }
struct setting434: TSUD { static let defaultValue = 434 }
struct setting435: TSUD { static let defaultValue = 435 }
struct setting436: TSUD { static let defaultValue = 436 }
struct setting437: TSUD { static let defaultValue = 437 }
struct setting438: TSUD { static let defaultValue = 438 }
struct setting439: TSUD { static let defaultValue = 439 }
struct setting440: TSUD { static let defaultValue = 440 }
struct setting441: TSUD { static let defaultValue = 441 }
struct setting442: TSUD { static let defaultValue = 442 }
struct setting443: TSUD { static let defaultValue = 443 }
struct setting444: TSUD { static let defaultValue = 444 }
struct setting445: TSUD { static let defaultValue = 445 }
struct setting446: TSUD { static let defaultValue = 446 }
struct setting447: TSUD { static let defaultValue = 447 }
struct setting448: TSUD { static let defaultValue = 448 }
struct setting449: TSUD { static let defaultValue = 449 }
struct setting450: TSUD { static let defaultValue = 450 }
struct setting451: TSUD { static let defaultValue = 451 }
struct setting452: TSUD { static let defaultValue = 452 }
struct setting453: TSUD { static let defaultValue = 453 }
struct setting454: TSUD { static let defaultValue = 454 }
struct setting455: TSUD { static let defaultValue = 455 }
struct setting456: TSUD { static let defaultValue = 456 }
struct setting457: TSUD { static let defaultValue = 457 }
struct setting458: TSUD { static let defaultValue = 458 }
struct setting459: TSUD { static let defaultValue = 459 }
struct setting460: TSUD { static let defaultValue = 460 }
struct setting461: TSUD { static let defaultValue = 461 }
struct setting462: TSUD { static let defaultValue = 462 }
struct setting463: TSUD { static let defaultValue = 463 }
struct setting464: TSUD { static let defaultValue = 464 }
struct setting465: TSUD { static let defaultValue = 465 }
struct setting466: TSUD { static let defaultValue = 466 }
struct setting467: TSUD { static let defaultValue = 467 }
struct setting468: TSUD { static let defaultValue = 468 }
struct setting469: TSUD { static let defaultValue = 469 }
struct setting470: TSUD { static let defaultValue = 470 }
struct setting471: TSUD { static let defaultValue = 471 }
struct setting472: TSUD { static let defaultValue = 472 }
struct setting473: TSUD { static let defaultValue = 473 }
struct setting474: TSUD { static let defaultValue = 474 }
struct setting475: TSUD { static let defaultValue = 475 }
struct setting476: TSUD { static let defaultValue = 476 }
struct setting477: TSUD { static let defaultValue = 477 }
struct setting478: TSUD { static let defaultValue = 478 }
struct setting479: TSUD { static let defaultValue = 479 }
struct setting480: TSUD { static let defaultValue = 480 }
struct setting481: TSUD { static let defaultValue = 481 }
struct setting482: TSUD { static let defaultValue = 482 }
struct setting483: TSUD { static let defaultValue = 483 }
struct setting484: TSUD { static let defaultValue = 484 }
struct setting485: TSUD { static let defaultValue = 485 }
struct setting486: TSUD { static let defaultValue = 486 }
struct setting487: TSUD { static let defaultValue = 487 }
struct setting488: TSUD { static let defaultValue = 488 }
struct setting489: TSUD { static let defaultValue = 489 }
struct setting490: TSUD { static let defaultValue = 490 }
struct setting491: TSUD { static let defaultValue = 491 }
struct setting492: TSUD { static let defaultValue = 492 }
struct setting493: TSUD { static let defaultValue = 493 }
struct setting494: TSUD { static let defaultValue = 494 }
struct setting495: TSUD { static let defaultValue = 495 }
struct setting496: TSUD { static let defaultValue = 496 }
struct setting497: TSUD { static let defaultValue = 497 }
struct setting498: TSUD { static let defaultValue = 498 }
struct setting499: TSUD { static let defaultValue = 499 }
struct setting500: TSUD { static let defaultValue = 500 }
struct setting501: TSUD { static let defaultValue = 501 }
struct setting502: TSUD { static let defaultValue = 502 }
struct setting503: TSUD { static let defaultValue = 503 }
struct setting504: TSUD { static let defaultValue = 504 }
struct setting505: TSUD { static let defaultValue = 505 }
struct setting506: TSUD { static let defaultValue = 506 }
struct setting507: TSUD { static let defaultValue = 507 }
struct setting508: TSUD { static let defaultValue = 508 }
struct setting509: TSUD { static let defaultValue = 509 }
struct setting510: TSUD { static let defaultValue = 510 }
struct setting511: TSUD { static let defaultValue = 511 }
struct setting512: TSUD { static let defaultValue = 512 }
struct setting513: TSUD { static let defaultValue = 513 }
struct setting514: TSUD { static let defaultValue = 514 }
struct setting515: TSUD { static let defaultValue = 515 }
struct setting516: TSUD { static let defaultValue = 516 }
struct setting517: TSUD { static let defaultValue = 517 }
struct setting518: TSUD { static let defaultValue = 518 }
struct setting519: TSUD { static let defaultValue = 519 }
struct setting520: TSUD { static let defaultValue = 520 }
struct setting521: TSUD { static let defaultValue = 521 }
struct setting522: TSUD { static let defaultValue = 522 }
struct setting523: TSUD { static let defaultValue = 523 }
struct setting524: TSUD { static let defaultValue = 524 }
struct setting525: TSUD { static let defaultValue = 525 }
struct setting526: TSUD { static let defaultValue = 526 }
struct setting527: TSUD { static let defaultValue = 527 }
struct setting528: TSUD { static let defaultValue = 528 }
struct setting529: TSUD { static let defaultValue = 529 }
struct setting530: TSUD { static let defaultValue = 530 }
struct setting531: TSUD { static let defaultValue = 531 }
struct setting532: TSUD { static let defaultValue = 532 }
struct setting533: TSUD { static let defaultValue = 533 }
struct setting534: TSUD { static let defaultValue = 534 }
struct setting535: TSUD { static let defaultValue = 535 }
struct setting536: TSUD { static let defaultValue = 536 }
struct setting537: TSUD { static let defaultValue = 537 }
struct setting538: TSUD { static let defaultValue = 538 }
struct setting539: TSUD { static let defaultValue = 539 }
struct setting540: TSUD { static let defaultValue = 540 }
struct setting541: TSUD { static let defaultValue = 541 }
struct setting542: TSUD { static let defaultValue = 542 }
struct setting543: TSUD { static let defaultValue = 543 }
struct setting544: TSUD { static let defaultValue = 544 }
struct setting545: TSUD { static let defaultValue = 545 }
struct setting546: TSUD { static let defaultValue = 546 }
struct setting547: TSUD { static let defaultValue = 547 }
struct setting548: TSUD { static let defaultValue = 548 }
struct setting549: TSUD { static let defaultValue = 549 }
struct setting550: TSUD { static let defaultValue = 550 }
struct setting551: TSUD { static let defaultValue = 551 }
struct setting552: TSUD { static let defaultValue = 552 }
struct setting553: TSUD { static let defaultValue = 553 }
struct setting554: TSUD { static let defaultValue = 554 }
struct setting555: TSUD { static let defaultValue = 555 }
struct setting556: TSUD { static let defaultValue = 556 }
struct setting557: TSUD { static let defaultValue = 557 }
struct setting558: TSUD { static let defaultValue = 558 }
struct setting559: TSUD { static let defaultValue = 559 }
struct setting560: TSUD { static let defaultValue = 560 }
struct setting561: TSUD { static let defaultValue = 561 }
struct setting562: TSUD { static let defaultValue = 562 }
struct setting563: TSUD { static let defaultValue = 563 }
struct setting564: TSUD { static let defaultValue = 564 }
struct setting565: TSUD { static let defaultValue = 565 }
struct setting566: TSUD { static let defaultValue = 566 }
struct setting567: TSUD { static let defaultValue = 567 }
struct setting568: TSUD { static let defaultValue = 568 }
struct setting569: TSUD { static let defaultValue = 569 }
struct setting570: TSUD { static let defaultValue = 570 }
struct setting571: TSUD { static let defaultValue = 571 }
struct setting572: TSUD { static let defaultValue = 572 }
struct setting573: TSUD { static let defaultValue = 573 }
struct setting574: TSUD { static let defaultValue = 574 }
struct setting575: TSUD { static let defaultValue = 575 }
struct setting576: TSUD { static let defaultValue = 576 }
struct setting577: TSUD { static let defaultValue = 577 }
struct setting578: TSUD { static let defaultValue = 578 }
struct setting579: TSUD { static let defaultValue = 579 }
struct setting580: TSUD { static let defaultValue = 580 }
struct setting581: TSUD { static let defaultValue = 581 }
struct setting582: TSUD { static let defaultValue = 582 }
struct setting583: TSUD { static let defaultValue = 583 }
struct setting584: TSUD { static let defaultValue = 584 }
struct setting585: TSUD { static let defaultValue = 585 }
struct setting586: TSUD { static let defaultValue = 586 }
struct setting587: TSUD { static let defaultValue = 587 }
struct setting588: TSUD { static let defaultValue = 588 }
struct setting589: TSUD { static let defaultValue = 589 }
struct setting590: TSUD { static let defaultValue = 590 }
struct setting591: TSUD { static let defaultValue = 591 }
struct setting592: TSUD { static let defaultValue = 592 }
struct setting593: TSUD { static let defaultValue = 593 }
struct setting594: TSUD { static let defaultValue = 594 }
struct setting595: TSUD { static let defaultValue = 595 }
struct setting596: TSUD { static let defaultValue = 596 }
struct setting597: TSUD { static let defaultValue = 597 }
struct setting598: TSUD { static let defaultValue = 598 }
struct setting599: TSUD { static let defaultValue = 599 }
struct setting600: TSUD { static let defaultValue = 600 }
struct setting601: TSUD { static let defaultValue = 601 }
struct setting602: TSUD { static let defaultValue = 602 }
struct setting603: TSUD { static let defaultValue = 603 }
struct setting604: TSUD { static let defaultValue = 604 }
struct setting605: TSUD { static let defaultValue = 605 }
struct setting606: TSUD { static let defaultValue = 606 }
struct setting607: TSUD { static let defaultValue = 607 }
struct setting608: TSUD { static let defaultValue = 608 }
struct setting609: TSUD { static let defaultValue = 609 }
struct setting610: TSUD { static let defaultValue = 610 }
struct setting611: TSUD { static let defaultValue = 611 }
struct setting612: TSUD { static let defaultValue = 612 }
struct setting613: TSUD { static let defaultValue = 613 }
struct setting614: TSUD { static let defaultValue = 614 }
struct setting615: TSUD { static let defaultValue = 615 }
struct setting616: TSUD { static let defaultValue = 616 }
struct setting617: TSUD { static let defaultValue = 617 }
struct setting618: TSUD { static let defaultValue = 618 }
struct setting619: TSUD { static let defaultValue = 619 }
struct setting620: TSUD { static let defaultValue = 620 }
struct setting621: TSUD { static let defaultValue = 621 }
struct setting622: TSUD { static let defaultValue = 622 }
struct setting623: TSUD { static let defaultValue = 623 }
struct setting624: TSUD { static let defaultValue = 624 }
struct setting625: TSUD { static let defaultValue = 625 }
struct setting626: TSUD { static let defaultValue = 626 }
struct setting627: TSUD { static let defaultValue = 627 }
struct setting628: TSUD { static let defaultValue = 628 }
struct setting629: TSUD { static let defaultValue = 629 }
struct setting630: TSUD { static let defaultValue = 630 }
struct setting631: TSUD { static let defaultValue = 631 }
struct setting632: TSUD { static let defaultValue = 632 }
struct setting633: TSUD { static let defaultValue = 633 }
struct setting634: TSUD { static let defaultValue = 634 }
struct setting635: TSUD { static let defaultValue = 635 }
struct setting636: TSUD { static let defaultValue = 636 }
struct setting637: TSUD { static let defaultValue = 637 }
struct setting638: TSUD { static let defaultValue = 638 }
struct setting639: TSUD { static let defaultValue = 639 }
struct setting640: TSUD { static let defaultValue = 640 }
struct setting641: TSUD { static let defaultValue = 641 }
struct setting642: TSUD { static let defaultValue = 642 }
struct setting643: TSUD { static let defaultValue = 643 }
struct setting644: TSUD { static let defaultValue = 644 }
struct setting645: TSUD { static let defaultValue = 645 }
struct setting646: TSUD { static let defaultValue = 646 }
struct setting647: TSUD { static let defaultValue = 647 }
struct setting648: TSUD { static let defaultValue = 648 }
struct setting649: TSUD { static let defaultValue = 649 }
struct setting650: TSUD { static let defaultValue = 650 }
struct setting651: TSUD { static let defaultValue = 651 }
struct setting652: TSUD { static let defaultValue = 652 }
struct setting653: TSUD { static let defaultValue = 653 }
struct setting654: TSUD { static let defaultValue = 654 }
struct setting655: TSUD { static let defaultValue = 655 }
struct setting656: TSUD { static let defaultValue = 656 }
struct setting657: TSUD { static let defaultValue = 657 }
struct setting658: TSUD { static let defaultValue = 658 }
struct setting659: TSUD { static let defaultValue = 659 }
struct setting660: TSUD { static let defaultValue = 660 }
struct setting661: TSUD { static let defaultValue = 661 }
struct setting662: TSUD { static let defaultValue = 662 }
struct setting663: TSUD { static let defaultValue = 663 }
struct setting664: TSUD { static let defaultValue = 664 }
struct setting665: TSUD { static let defaultValue = 665 }
struct setting666: TSUD { static let defaultValue = 666 }
struct setting667: TSUD { static let defaultValue = 667 }
struct setting668: TSUD { static let defaultValue = 668 }
struct setting669: TSUD { static let defaultValue = 669 }
struct setting670: TSUD { static let defaultValue = 670 }
struct setting671: TSUD { static let defaultValue = 671 }
struct setting672: TSUD { static let defaultValue = 672 }
struct setting673: TSUD { static let defaultValue = 673 }
struct setting674: TSUD { static let defaultValue = 674 }
struct setting675: TSUD { static let defaultValue = 675 }
struct setting676: TSUD { static let defaultValue = 676 }
struct setting677: TSUD { static let defaultValue = 677 }
struct setting678: TSUD { static let defaultValue = 678 }
struct setting679: TSUD { static let defaultValue = 679 }
struct setting680: TSUD { static let defaultValue = 680 }
struct setting681: TSUD { static let defaultValue = 681 }
struct setting682: TSUD { static let defaultValue = 682 }
struct setting683: TSUD { static let defaultValue = 683 }
struct setting684: TSUD { static let defaultValue = 684 }
struct setting685: TSUD { static let defaultValue = 685 }
struct setting686: TSUD { static let defaultValue = 686 }
struct setting687: TSUD { static let defaultValue = 687 }
struct setting688: TSUD { static let defaultValue = 688 }
struct setting689: TSUD { static let defaultValue = 689 }
struct setting690: TSUD { static let defaultValue = 690 }
struct setting691: TSUD { static let defaultValue = 691 }
struct setting692: TSUD { static let defaultValue = 692 }
struct setting693: TSUD { static let defaultValue = 693 }
struct setting694: TSUD { static let defaultValue = 694 }
struct setting695: TSUD { static let defaultValue = 695 }
struct setting696: TSUD { static let defaultValue = 696 }
struct setting697: TSUD { static let defaultValue = 697 }
struct setting698: TSUD { static let defaultValue = 698 }
struct setting699: TSUD { static let defaultValue = 699 }
struct setting700: TSUD { static let defaultValue = 700 }
struct setting701: TSUD { static let defaultValue = 701 }
struct setting702: TSUD { static let defaultValue = 702 }
struct setting703: TSUD { static let defaultValue = 703 }
struct setting704: TSUD { static let defaultValue = 704 }
struct setting705: TSUD { static let defaultValue = 705 }
struct setting706: TSUD { static let defaultValue = 706 }
struct setting707: TSUD { static let defaultValue = 707 }
struct setting708: TSUD { static let defaultValue = 708 }
struct setting709: TSUD { static let defaultValue = 709 }
struct setting710: TSUD { static let defaultValue = 710 }
struct setting711: TSUD { static let defaultValue = 711 }
struct setting712: TSUD { static let defaultValue = 712 }
struct setting713: TSUD { static let defaultValue = 713 }
struct setting714: TSUD { static let defaultValue = 714 }
struct setting715: TSUD { static let defaultValue = 715 }
struct setting716: TSUD { static let defaultValue = 716 }
struct setting717: TSUD { static let defaultValue = 717 }
struct setting718: TSUD { static let defaultValue = 718 }
struct setting719: TSUD { static let defaultValue = 719 }
struct setting720: TSUD { static let defaultValue = 720 }
struct setting721: TSUD { static let defaultValue = 721 }
struct setting722: TSUD { static let defaultValue = 722 }
struct setting723: TSUD { static let defaultValue = 723 }
struct setting724: TSUD { static let defaultValue = 724 }
struct setting725: TSUD { static let defaultValue = 725 }
struct setting726: TSUD { static let defaultValue = 726 }
struct setting727: TSUD { static let defaultValue = 727 }
struct setting728: TSUD { static let defaultValue = 728 }
struct setting729: TSUD { static let defaultValue = 729 }
struct setting730: TSUD { static let defaultValue = 730 }
struct setting731: TSUD { static let defaultValue = 731 }
struct setting732: TSUD { static let defaultValue = 732 }
struct setting733: TSUD { static let defaultValue = 733 }
struct setting734: TSUD { static let defaultValue = 734 }
struct setting735: TSUD { static let defaultValue = 735 }
struct setting736: TSUD { static let defaultValue = 736 }
struct setting737: TSUD { static let defaultValue = 737 }
struct setting738: TSUD { static let defaultValue = 738 }
struct setting739: TSUD { static let defaultValue = 739 }
struct setting740: TSUD { static let defaultValue = 740 }
struct setting741: TSUD { static let defaultValue = 741 }
struct setting742: TSUD { static let defaultValue = 742 }
struct setting743: TSUD { static let defaultValue = 743 }
struct setting744: TSUD { static let defaultValue = 744 }
struct setting745: TSUD { static let defaultValue = 745 }
struct setting746: TSUD { static let defaultValue = 746 }
struct setting747: TSUD { static let defaultValue = 747 }
struct setting748: TSUD { static let defaultValue = 748 }
struct setting749: TSUD { static let defaultValue = 749 }
struct setting750: TSUD { static let defaultValue = 750 }
struct setting751: TSUD { static let defaultValue = 751 }
struct setting752: TSUD { static let defaultValue = 752 }
struct setting753: TSUD { static let defaultValue = 753 }
struct setting754: TSUD { static let defaultValue = 754 }
struct setting755: TSUD { static let defaultValue = 755 }
struct setting756: TSUD { static let defaultValue = 756 }
struct setting757: TSUD { static let defaultValue = 757 }
struct setting758: TSUD { static let defaultValue = 758 }
struct setting759: TSUD { static let defaultValue = 759 }
struct setting760: TSUD { static let defaultValue = 760 }
struct setting761: TSUD { static let defaultValue = 761 }
struct setting762: TSUD { static let defaultValue = 762 }
struct setting763: TSUD { static let defaultValue = 763 }
struct setting764: TSUD { static let defaultValue = 764 }
struct setting765: TSUD { static let defaultValue = 765 }
struct setting766: TSUD { static let defaultValue = 766 }
struct setting767: TSUD { static let defaultValue = 767 }
struct setting768: TSUD { static let defaultValue = 768 }
struct setting769: TSUD { static let defaultValue = 769 }
struct setting770: TSUD { static let defaultValue = 770 }
struct setting771: TSUD { static let defaultValue = 771 }
struct setting772: TSUD { static let defaultValue = 772 }
struct setting773: TSUD { static let defaultValue = 773 }
struct setting774: TSUD { static let defaultValue = 774 }
struct setting775: TSUD { static let defaultValue = 775 }
struct setting776: TSUD { static let defaultValue = 776 }
struct setting777: TSUD { static let defaultValue = 777 }
struct setting778: TSUD { static let defaultValue = 778 }
struct setting779: TSUD { static let defaultValue = 779 }
struct setting780: TSUD { static let defaultValue = 780 }
struct setting781: TSUD { static let defaultValue = 781 }
struct setting782: TSUD { static let defaultValue = 782 }
struct setting783: TSUD { static let defaultValue = 783 }
struct setting784: TSUD { static let defaultValue = 784 }
struct setting785: TSUD { static let defaultValue = 785 }
struct setting786: TSUD { static let defaultValue = 786 }
struct setting787: TSUD { static let defaultValue = 787 }
struct setting788: TSUD { static let defaultValue = 788 }
struct setting789: TSUD { static let defaultValue = 789 }
struct setting790: TSUD { static let defaultValue = 790 }
struct setting791: TSUD { static let defaultValue = 791 }
struct setting792: TSUD { static let defaultValue = 792 }
struct setting793: TSUD { static let defaultValue = 793 }
struct setting794: TSUD { static let defaultValue = 794 }
struct setting795: TSUD { static let defaultValue = 795 }
struct setting796: TSUD { static let defaultValue = 796 }
struct setting797: TSUD { static let defaultValue = 797 }
struct setting798: TSUD { static let defaultValue = 798 }
struct setting799: TSUD { static let defaultValue = 799 }
struct setting800: TSUD { static let defaultValue = 800 }
struct setting801: TSUD { static let defaultValue = 801 }
struct setting802: TSUD { static let defaultValue = 802 }
struct setting803: TSUD { static let defaultValue = 803 }
struct setting804: TSUD { static let defaultValue = 804 }
struct setting805: TSUD { static let defaultValue = 805 }
struct setting806: TSUD { static let defaultValue = 806 }
struct setting807: TSUD { static let defaultValue = 807 }
struct setting808: TSUD { static let defaultValue = 808 }
struct setting809: TSUD { static let defaultValue = 809 }
struct setting810: TSUD { static let defaultValue = 810 }
struct setting811: TSUD { static let defaultValue = 811 }
struct setting812: TSUD { static let defaultValue = 812 }
struct setting813: TSUD { static let defaultValue = 813 }
struct setting814: TSUD { static let defaultValue = 814 }
struct setting815: TSUD { static let defaultValue = 815 }
struct setting816: TSUD { static let defaultValue = 816 }
struct setting817: TSUD { static let defaultValue = 817 }
struct setting818: TSUD { static let defaultValue = 818 }
struct setting819: TSUD { static let defaultValue = 819 }
struct setting820: TSUD { static let defaultValue = 820 }
struct setting821: TSUD { static let defaultValue = 821 }
struct setting822: TSUD { static let defaultValue = 822 }
struct setting823: TSUD { static let defaultValue = 823 }
struct setting824: TSUD { static let defaultValue = 824 }
struct setting825: TSUD { static let defaultValue = 825 }
struct setting826: TSUD { static let defaultValue = 826 }
struct setting827: TSUD { static let defaultValue = 827 }
struct setting828: TSUD { static let defaultValue = 828 }
struct setting829: TSUD { static let defaultValue = 829 }
struct setting830: TSUD { static let defaultValue = 830 }
struct setting831: TSUD { static let defaultValue = 831 }
struct setting832: TSUD { static let defaultValue = 832 }
struct setting833: TSUD { static let defaultValue = 833 }
struct setting834: TSUD { static let defaultValue = 834 }
struct setting835: TSUD { static let defaultValue = 835 }
struct setting836: TSUD { static let defaultValue = 836 }
struct setting837: TSUD { static let defaultValue = 837 }
struct setting838: TSUD { static let defaultValue = 838 }
struct setting839: TSUD { static let defaultValue = 839 }
struct setting840: TSUD { static let defaultValue = 840 }
struct setting841: TSUD { static let defaultValue = 841 }
struct setting842: TSUD { static let defaultValue = 842 }
struct setting843: TSUD { static let defaultValue = 843 }
struct setting844: TSUD { static let defaultValue = 844 }
struct setting845: TSUD { static let defaultValue = 845 }
struct setting846: TSUD { static let defaultValue = 846 }
struct setting847: TSUD { static let defaultValue = 847 }
struct setting848: TSUD { static let defaultValue = 848 }
struct setting849: TSUD { static let defaultValue = 849 }
struct setting850: TSUD { static let defaultValue = 850 }
struct setting851: TSUD { static let defaultValue = 851 }
struct setting852: TSUD { static let defaultValue = 852 }
struct setting853: TSUD { static let defaultValue = 853 }
struct setting854: TSUD { static let defaultValue = 854 }
struct setting855: TSUD { static let defaultValue = 855 }
struct setting856: TSUD { static let defaultValue = 856 }
struct setting857: TSUD { static let defaultValue = 857 }
struct setting858: TSUD { static let defaultValue = 858 }
struct setting859: TSUD { static let defaultValue = 859 }
struct setting860: TSUD { static let defaultValue = 860 }
struct setting861: TSUD { static let defaultValue = 861 }
struct setting862: TSUD { static let defaultValue = 862 }
struct setting863: TSUD { static let defaultValue = 863 }
struct setting864: TSUD { static let defaultValue = 864 }
struct setting865: TSUD { static let defaultValue = 865 }
struct setting866: TSUD { static let defaultValue = 866 }
struct setting867: TSUD { static let defaultValue = 867 }
struct setting868: TSUD { static let defaultValue = 868 }
struct setting869: TSUD { static let defaultValue = 869 }
struct setting870: TSUD { static let defaultValue = 870 }
struct setting871: TSUD { static let defaultValue = 871 }
struct setting872: TSUD { static let defaultValue = 872 }
struct setting873: TSUD { static let defaultValue = 873 }
struct setting874: TSUD { static let defaultValue = 874 }
struct setting875: TSUD { static let defaultValue = 875 }
struct setting876: TSUD { static let defaultValue = 876 }
struct setting877: TSUD { static let defaultValue = 877 }
struct setting878: TSUD { static let defaultValue = 878 }
struct setting879: TSUD { static let defaultValue = 879 }
struct setting880: TSUD { static let defaultValue = 880 }
struct setting881: TSUD { static let defaultValue = 881 }
struct setting882: TSUD { static let defaultValue = 882 }
struct setting883: TSUD { static let defaultValue = 883 }
struct setting884: TSUD { static let defaultValue = 884 }
struct setting885: TSUD { static let defaultValue = 885 }
struct setting886: TSUD { static let defaultValue = 886 }
struct setting887: TSUD { static let defaultValue = 887 }
struct setting888: TSUD { static let defaultValue = 888 }
struct setting889: TSUD { static let defaultValue = 889 }
struct setting890: TSUD { static let defaultValue = 890 }
struct setting891: TSUD { static let defaultValue = 891 }
struct setting892: TSUD { static let defaultValue = 892 }
struct setting893: TSUD { static let defaultValue = 893 }
struct setting894: TSUD { static let defaultValue = 894 }
struct setting895: TSUD { static let defaultValue = 895 }
struct setting896: TSUD { static let defaultValue = 896 }
struct setting897: TSUD { static let defaultValue = 897 }
struct setting898: TSUD { static let defaultValue = 898 }
struct setting899: TSUD { static let defaultValue = 899 }
struct setting900: TSUD { static let defaultValue = 900 }
struct setting901: TSUD { static let defaultValue = 901 }
struct setting902: TSUD { static let defaultValue = 902 }
struct setting903: TSUD { static let defaultValue = 903 }
struct setting904: TSUD { static let defaultValue = 904 }
struct setting905: TSUD { static let defaultValue = 905 }
struct setting906: TSUD { static let defaultValue = 906 }
struct setting907: TSUD { static let defaultValue = 907 }
struct setting908: TSUD { static let defaultValue = 908 }
struct setting909: TSUD { static let defaultValue = 909 }
struct setting910: TSUD { static let defaultValue = 910 }
struct setting911: TSUD { static let defaultValue = 911 }
struct setting912: TSUD { static let defaultValue = 912 }
struct setting913: TSUD { static let defaultValue = 913 }
struct setting914: TSUD { static let defaultValue = 914 }
struct setting915: TSUD { static let defaultValue = 915 }
struct setting916: TSUD { static let defaultValue = 916 }
struct setting917: TSUD { static let defaultValue = 917 }
struct setting918: TSUD { static let defaultValue = 918 }
struct setting919: TSUD { static let defaultValue = 919 }
struct setting920: TSUD { static let defaultValue = 920 }
struct setting921: TSUD { static let defaultValue = 921 }
struct setting922: TSUD { static let defaultValue = 922 }
struct setting923: TSUD { static let defaultValue = 923 }
struct setting924: TSUD { static let defaultValue = 924 }
struct setting925: TSUD { static let defaultValue = 925 }
struct setting926: TSUD { static let defaultValue = 926 }
struct setting927: TSUD { static let defaultValue = 927 }
struct setting928: TSUD { static let defaultValue = 928 }
struct setting929: TSUD { static let defaultValue = 929 }
struct setting930: TSUD { static let defaultValue = 930 }
struct setting931: TSUD { static let defaultValue = 931 }
struct setting932: TSUD { static let defaultValue = 932 }
struct setting933: TSUD { static let defaultValue = 933 }
struct setting934: TSUD { static let defaultValue = 934 }
struct setting935: TSUD { static let defaultValue = 935 }
struct setting936: TSUD { static let defaultValue = 936 }
struct setting937: TSUD { static let defaultValue = 937 }
struct setting938: TSUD { static let defaultValue = 938 }
struct setting939: TSUD { static let defaultValue = 939 }
struct setting940: TSUD { static let defaultValue = 940 }
struct setting941: TSUD { static let defaultValue = 941 }
struct setting942: TSUD { static let defaultValue = 942 }
struct setting943: TSUD { static let defaultValue = 943 }
struct setting944: TSUD { static let defaultValue = 944 }
struct setting945: TSUD { static let defaultValue = 945 }
struct setting946: TSUD { static let defaultValue = 946 }
struct setting947: TSUD { static let defaultValue = 947 }
struct setting948: TSUD { static let defaultValue = 948 }
struct setting949: TSUD { static let defaultValue = 949 }
struct setting950: TSUD { static let defaultValue = 950 }
struct setting951: TSUD { static let defaultValue = 951 }
struct setting952: TSUD { static let defaultValue = 952 }
struct setting953: TSUD { static let defaultValue = 953 }
struct setting954: TSUD { static let defaultValue = 954 }
struct setting955: TSUD { static let defaultValue = 955 }
struct setting956: TSUD { static let defaultValue = 956 }
struct setting957: TSUD { static let defaultValue = 957 }
struct setting958: TSUD { static let defaultValue = 958 }
struct setting959: TSUD { static let defaultValue = 959 }
struct setting960: TSUD { static let defaultValue = 960 }
struct setting961: TSUD { static let defaultValue = 961 }
struct setting962: TSUD { static let defaultValue = 962 }
struct setting963: TSUD { static let defaultValue = 963 }
struct setting964: TSUD { static let defaultValue = 964 }
struct setting965: TSUD { static let defaultValue = 965 }
struct setting966: TSUD { static let defaultValue = 966 }
struct setting967: TSUD { static let defaultValue = 967 }
struct setting968: TSUD { static let defaultValue = 968 }
struct setting969: TSUD { static let defaultValue = 969 }
struct setting970: TSUD { static let defaultValue = 970 }
struct setting971: TSUD { static let defaultValue = 971 }
struct setting972: TSUD { static let defaultValue = 972 }
struct setting973: TSUD { static let defaultValue = 973 }
struct setting974: TSUD { static let defaultValue = 974 }
struct setting975: TSUD { static let defaultValue = 975 }
struct setting976: TSUD { static let defaultValue = 976 }
struct setting977: TSUD { static let defaultValue = 977 }
struct setting978: TSUD { static let defaultValue = 978 }
struct setting979: TSUD { static let defaultValue = 979 }
struct setting980: TSUD { static let defaultValue = 980 }
struct setting981: TSUD { static let defaultValue = 981 }
struct setting982: TSUD { static let defaultValue = 982 }
struct setting983: TSUD { static let defaultValue = 983 }
struct setting984: TSUD { static let defaultValue = 984 }
struct setting985: TSUD { static let defaultValue = 985 }
struct setting986: TSUD { static let defaultValue = 986 }
struct setting987: TSUD { static let defaultValue = 987 }
struct setting988: TSUD { static let defaultValue = 988 }
struct setting989: TSUD { static let defaultValue = 989 }
struct setting990: TSUD { static let defaultValue = 990 }
struct setting991: TSUD { static let defaultValue = 991 }
struct setting992: TSUD { static let defaultValue = 992 }
struct setting993: TSUD { static let defaultValue = 993 }
struct setting994: TSUD { static let defaultValue = 994 }
struct setting995: TSUD { static let defaultValue = 995 }
struct setting996: TSUD { static let defaultValue = 996 }
struct setting997: TSUD { static let defaultValue = 997 }
struct setting998: TSUD { static let defaultValue = 998 }
struct setting999: TSUD { static let defaultValue = 999 }
struct setting1000: TSUD { static let defaultValue = 1000 }

/// The keys, for a program that lists its settings; without it the compiler would leave them out of the program.
nonisolated(unsafe) let otherKeys: [any TSUD.Type] = [
    setting11.self,
    setting12.self,
    setting13.self,
    setting14.self,
    setting15.self,
    setting16.self,
    setting17.self,
    setting18.self,
    setting19.self,
    setting20.self,
    setting21.self,
    setting22.self,
    setting23.self,
    setting24.self,
    setting25.self,
    setting26.self,
    setting27.self,
    setting28.self,
    setting29.self,
    setting30.self,
    setting31.self,
    setting32.self,
    setting33.self,
    setting34.self,
    setting35.self,
    setting36.self,
    setting37.self,
    setting38.self,
    setting39.self,
    setting40.self,
    setting41.self,
    setting42.self,
    setting43.self,
    setting44.self,
    setting45.self,
    setting46.self,
    setting47.self,
    setting48.self,
    setting49.self,
    setting50.self,
    setting51.self,
    setting52.self,
    setting53.self,
    setting54.self,
    setting55.self,
    setting56.self,
    setting57.self,
    setting58.self,
    setting59.self,
    setting60.self,
    setting61.self,
    setting62.self,
    setting63.self,
    setting64.self,
    setting65.self,
    setting66.self,
    setting67.self,
    setting68.self,
    setting69.self,
    setting70.self,
    setting71.self,
    setting72.self,
    setting73.self,
    setting74.self,
    setting75.self,
    setting76.self,
    setting77.self,
    setting78.self,
    setting79.self,
    setting80.self,
    setting81.self,
    setting82.self,
    setting83.self,
    setting84.self,
    setting85.self,
    setting86.self,
    setting87.self,
    setting88.self,
    setting89.self,
    setting90.self,
    setting91.self,
    setting92.self,
    setting93.self,
    setting94.self,
    setting95.self,
    setting96.self,
    setting97.self,
    setting98.self,
    setting99.self,
    setting100.self,
    setting101.self,
    setting102.self,
    setting103.self,
    setting104.self,
    setting105.self,
    setting106.self,
    setting107.self,
    setting108.self,
    setting109.self,
    setting110.self,
    setting111.self,
    setting112.self,
    setting113.self,
    setting114.self,
    setting115.self,
    setting116.self,
    setting117.self,
    setting118.self,
    setting119.self,
    setting120.self,
    setting121.self,
    setting122.self,
    setting123.self,
    setting124.self,
    setting125.self,
    setting126.self,
    setting127.self,
    setting128.self,
    setting129.self,
    setting130.self,
    setting131.self,
    setting132.self,
    setting133.self,
    setting134.self,
    setting135.self,
    setting136.self,
    setting137.self,
    setting138.self,
    setting139.self,
    setting140.self,
    setting141.self,
    setting142.self,
    setting143.self,
    setting144.self,
    setting145.self,
    setting146.self,
    setting147.self,
    setting148.self,
    setting149.self,
    setting150.self,
    setting151.self,
    setting152.self,
    setting153.self,
    setting154.self,
    setting155.self,
    setting156.self,
    setting157.self,
    setting158.self,
    setting159.self,
    setting160.self,
    setting161.self,
    setting162.self,
    setting163.self,
    setting164.self,
    setting165.self,
    setting166.self,
    setting167.self,
    setting168.self,
    setting169.self,
    setting170.self,
    setting171.self,
    setting172.self,
    setting173.self,
    setting174.self,
    setting175.self,
    setting176.self,
    setting177.self,
    setting178.self,
    setting179.self,
    setting180.self,
    setting181.self,
    setting182.self,
    setting183.self,
    setting184.self,
    setting185.self,
    setting186.self,
    setting187.self,
    setting188.self,
    setting189.self,
    setting190.self,
    setting191.self,
    setting192.self,
    setting193.self,
    setting194.self,
    setting195.self,
    setting196.self,
    setting197.self,
    setting198.self,
    setting199.self,
    setting200.self,
    setting201.self,
    setting202.self,
    setting203.self,
    setting204.self,
    setting205.self,
    setting206.self,
    setting207.self,
    setting208.self,
    setting209.self,
    setting210.self,
    setting211.self,
    setting212.self,
    setting213.self,
    setting214.self,
    setting215.self,
    setting216.self,
    setting217.self,
    setting218.self,
    setting219.self,
    setting220.self,
    setting221.self,
    setting222.self,
    setting223.self,
    setting224.self,
    setting225.self,
    setting226.self,
    setting227.self,
    setting228.self,
    setting229.self,
    setting230.self,
    setting231.self,
    setting232.self,
    setting233.self,
    setting234.self,
    setting235.self,
    setting236.self,
    setting237.self,
    setting238.self,
    setting239.self,
    setting240.self,
    setting241.self,
    setting242.self,
    setting243.self,
    setting244.self,
    setting245.self,
    setting246.self,
    setting247.self,
    setting248.self,
    setting249.self,
    setting250.self,
    setting251.self,
    setting252.self,
    setting253.self,
    setting254.self,
    setting255.self,
    setting256.self,
    setting257.self,
    setting258.self,
    setting259.self,
    setting260.self,
    setting261.self,
    setting262.self,
    setting263.self,
    setting264.self,
    setting265.self,
    setting266.self,
    setting267.self,
    setting268.self,
    setting269.self,
    setting270.self,
    setting271.self,
    setting272.self,
    setting273.self,
    setting274.self,
    setting275.self,
    setting276.self,
    setting277.self,
    setting278.self,
    setting279.self,
    setting280.self,
    setting281.self,
    setting282.self,
    setting283.self,
    setting284.self,
    setting285.self,
    setting286.self,
    setting287.self,
    setting288.self,
    setting289.self,
    setting290.self,
    setting291.self,
    setting292.self,
    setting293.self,
    setting294.self,
    setting295.self,
    setting296.self,
    setting297.self,
    setting298.self,
    setting299.self,
    setting300.self,
    setting301.self,
    setting302.self,
    setting303.self,
    setting304.self,
    setting305.self,
    setting306.self,
    setting307.self,
    setting308.self,
    setting309.self,
    setting310.self,
    setting311.self,
    setting312.self,
    setting313.self,
    setting314.self,
    setting315.self,
    setting316.self,
    setting317.self,
    setting318.self,
    setting319.self,
    setting320.self,
    setting321.self,
    setting322.self,
    setting323.self,
    setting324.self,
    setting325.self,
    setting326.self,
    setting327.self,
    setting328.self,
    setting329.self,
    setting330.self,
    setting331.self,
    setting332.self,
    setting333.self,
    setting334.self,
    setting335.self,
    setting336.self,
    setting337.self,
    setting338.self,
    setting339.self,
    setting340.self,
    setting341.self,
    setting342.self,
    setting343.self,
    setting344.self,
    setting345.self,
    setting346.self,
    setting347.self,
    setting348.self,
    setting349.self,
    setting350.self,
    setting351.self,
    setting352.self,
    setting353.self,
    setting354.self,
    setting355.self,
    setting356.self,
    setting357.self,
    setting358.self,
    setting359.self,
    setting360.self,
    setting361.self,
    setting362.self,
    setting363.self,
    setting364.self,
    setting365.self,
    setting366.self,
    setting367.self,
    setting368.self,
    setting369.self,
    setting370.self,
    setting371.self,
    setting372.self,
    setting373.self,
    setting374.self,
    setting375.self,
    setting376.self,
    setting377.self,
    setting378.self,
    setting379.self,
    setting380.self,
    setting381.self,
    setting382.self,
    setting383.self,
    setting384.self,
    setting385.self,
    setting386.self,
    setting387.self,
    setting388.self,
    setting389.self,
    setting390.self,
    setting391.self,
    setting392.self,
    setting393.self,
    setting394.self,
    setting395.self,
    setting396.self,
    setting397.self,
    setting398.self,
    setting399.self,
    setting400.self,
    setting401.self,
    setting402.self,
    setting403.self,
    setting404.self,
    setting405.self,
    setting406.self,
    setting407.self,
    setting408.self,
    setting409.self,
    setting410.self,
    setting411.self,
    setting412.self,
    setting413.self,
    setting414.self,
    setting415.self,
    setting416.self,
    setting417.self,
    setting418.self,
    setting419.self,
    setting420.self,
    setting421.self,
    setting422.self,
    setting423.self,
    setting424.self,
    setting425.self,
    setting426.self,
    setting427.self,
    setting428.self,
    setting429.self,
    setting430.self,
    setting431.self,
    setting432.self,
    setting433.self,
    setting434.self,
    setting435.self,
    setting436.self,
    setting437.self,
    setting438.self,
    setting439.self,
    setting440.self,
    setting441.self,
    setting442.self,
    setting443.self,
    setting444.self,
    setting445.self,
    setting446.self,
    setting447.self,
    setting448.self,
    setting449.self,
    setting450.self,
    setting451.self,
    setting452.self,
    setting453.self,
    setting454.self,
    setting455.self,
    setting456.self,
    setting457.self,
    setting458.self,
    setting459.self,
    setting460.self,
    setting461.self,
    setting462.self,
    setting463.self,
    setting464.self,
    setting465.self,
    setting466.self,
    setting467.self,
    setting468.self,
    setting469.self,
    setting470.self,
    setting471.self,
    setting472.self,
    setting473.self,
    setting474.self,
    setting475.self,
    setting476.self,
    setting477.self,
    setting478.self,
    setting479.self,
    setting480.self,
    setting481.self,
    setting482.self,
    setting483.self,
    setting484.self,
    setting485.self,
    setting486.self,
    setting487.self,
    setting488.self,
    setting489.self,
    setting490.self,
    setting491.self,
    setting492.self,
    setting493.self,
    setting494.self,
    setting495.self,
    setting496.self,
    setting497.self,
    setting498.self,
    setting499.self,
    setting500.self,
    setting501.self,
    setting502.self,
    setting503.self,
    setting504.self,
    setting505.self,
    setting506.self,
    setting507.self,
    setting508.self,
    setting509.self,
    setting510.self,
    setting511.self,
    setting512.self,
    setting513.self,
    setting514.self,
    setting515.self,
    setting516.self,
    setting517.self,
    setting518.self,
    setting519.self,
    setting520.self,
    setting521.self,
    setting522.self,
    setting523.self,
    setting524.self,
    setting525.self,
    setting526.self,
    setting527.self,
    setting528.self,
    setting529.self,
    setting530.self,
    setting531.self,
    setting532.self,
    setting533.self,
    setting534.self,
    setting535.self,
    setting536.self,
    setting537.self,
    setting538.self,
    setting539.self,
    setting540.self,
    setting541.self,
    setting542.self,
    setting543.self,
    setting544.self,
    setting545.self,
    setting546.self,
    setting547.self,
    setting548.self,
    setting549.self,
    setting550.self,
    setting551.self,
    setting552.self,
    setting553.self,
    setting554.self,
    setting555.self,
    setting556.self,
    setting557.self,
    setting558.self,
    setting559.self,
    setting560.self,
    setting561.self,
    setting562.self,
    setting563.self,
    setting564.self,
    setting565.self,
    setting566.self,
    setting567.self,
    setting568.self,
    setting569.self,
    setting570.self,
    setting571.self,
    setting572.self,
    setting573.self,
    setting574.self,
    setting575.self,
    setting576.self,
    setting577.self,
    setting578.self,
    setting579.self,
    setting580.self,
    setting581.self,
    setting582.self,
    setting583.self,
    setting584.self,
    setting585.self,
    setting586.self,
    setting587.self,
    setting588.self,
    setting589.self,
    setting590.self,
    setting591.self,
    setting592.self,
    setting593.self,
    setting594.self,
    setting595.self,
    setting596.self,
    setting597.self,
    setting598.self,
    setting599.self,
    setting600.self,
    setting601.self,
    setting602.self,
    setting603.self,
    setting604.self,
    setting605.self,
    setting606.self,
    setting607.self,
    setting608.self,
    setting609.self,
    setting610.self,
    setting611.self,
    setting612.self,
    setting613.self,
    setting614.self,
    setting615.self,
    setting616.self,
    setting617.self,
    setting618.self,
    setting619.self,
    setting620.self,
    setting621.self,
    setting622.self,
    setting623.self,
    setting624.self,
    setting625.self,
    setting626.self,
    setting627.self,
    setting628.self,
    setting629.self,
    setting630.self,
    setting631.self,
    setting632.self,
    setting633.self,
    setting634.self,
    setting635.self,
    setting636.self,
    setting637.self,
    setting638.self,
    setting639.self,
    setting640.self,
    setting641.self,
    setting642.self,
    setting643.self,
    setting644.self,
    setting645.self,
    setting646.self,
    setting647.self,
    setting648.self,
    setting649.self,
    setting650.self,
    setting651.self,
    setting652.self,
    setting653.self,
    setting654.self,
    setting655.self,
    setting656.self,
    setting657.self,
    setting658.self,
    setting659.self,
    setting660.self,
    setting661.self,
    setting662.self,
    setting663.self,
    setting664.self,
    setting665.self,
    setting666.self,
    setting667.self,
    setting668.self,
    setting669.self,
    setting670.self,
    setting671.self,
    setting672.self,
    setting673.self,
    setting674.self,
    setting675.self,
    setting676.self,
    setting677.self,
    setting678.self,
    setting679.self,
    setting680.self,
    setting681.self,
    setting682.self,
    setting683.self,
    setting684.self,
    setting685.self,
    setting686.self,
    setting687.self,
    setting688.self,
    setting689.self,
    setting690.self,
    setting691.self,
    setting692.self,
    setting693.self,
    setting694.self,
    setting695.self,
    setting696.self,
    setting697.self,
    setting698.self,
    setting699.self,
    setting700.self,
    setting701.self,
    setting702.self,
    setting703.self,
    setting704.self,
    setting705.self,
    setting706.self,
    setting707.self,
    setting708.self,
    setting709.self,
    setting710.self,
    setting711.self,
    setting712.self,
    setting713.self,
    setting714.self,
    setting715.self,
    setting716.self,
    setting717.self,
    setting718.self,
    setting719.self,
    setting720.self,
    setting721.self,
    setting722.self,
    setting723.self,
    setting724.self,
    setting725.self,
    setting726.self,
    setting727.self,
    setting728.self,
    setting729.self,
    setting730.self,
    setting731.self,
    setting732.self,
    setting733.self,
    setting734.self,
    setting735.self,
    setting736.self,
    setting737.self,
    setting738.self,
    setting739.self,
    setting740.self,
    setting741.self,
    setting742.self,
    setting743.self,
    setting744.self,
    setting745.self,
    setting746.self,
    setting747.self,
    setting748.self,
    setting749.self,
    setting750.self,
    setting751.self,
    setting752.self,
    setting753.self,
    setting754.self,
    setting755.self,
    setting756.self,
    setting757.self,
    setting758.self,
    setting759.self,
    setting760.self,
    setting761.self,
    setting762.self,
    setting763.self,
    setting764.self,
    setting765.self,
    setting766.self,
    setting767.self,
    setting768.self,
    setting769.self,
    setting770.self,
    setting771.self,
    setting772.self,
    setting773.self,
    setting774.self,
    setting775.self,
    setting776.self,
    setting777.self,
    setting778.self,
    setting779.self,
    setting780.self,
    setting781.self,
    setting782.self,
    setting783.self,
    setting784.self,
    setting785.self,
    setting786.self,
    setting787.self,
    setting788.self,
    setting789.self,
    setting790.self,
    setting791.self,
    setting792.self,
    setting793.self,
    setting794.self,
    setting795.self,
    setting796.self,
    setting797.self,
    setting798.self,
    setting799.self,
    setting800.self,
    setting801.self,
    setting802.self,
    setting803.self,
    setting804.self,
    setting805.self,
    setting806.self,
    setting807.self,
    setting808.self,
    setting809.self,
    setting810.self,
    setting811.self,
    setting812.self,
    setting813.self,
    setting814.self,
    setting815.self,
    setting816.self,
    setting817.self,
    setting818.self,
    setting819.self,
    setting820.self,
    setting821.self,
    setting822.self,
    setting823.self,
    setting824.self,
    setting825.self,
    setting826.self,
    setting827.self,
    setting828.self,
    setting829.self,
    setting830.self,
    setting831.self,
    setting832.self,
    setting833.self,
    setting834.self,
    setting835.self,
    setting836.self,
    setting837.self,
    setting838.self,
    setting839.self,
    setting840.self,
    setting841.self,
    setting842.self,
    setting843.self,
    setting844.self,
    setting845.self,
    setting846.self,
    setting847.self,
    setting848.self,
    setting849.self,
    setting850.self,
    setting851.self,
    setting852.self,
    setting853.self,
    setting854.self,
    setting855.self,
    setting856.self,
    setting857.self,
    setting858.self,
    setting859.self,
    setting860.self,
    setting861.self,
    setting862.self,
    setting863.self,
    setting864.self,
    setting865.self,
    setting866.self,
    setting867.self,
    setting868.self,
    setting869.self,
    setting870.self,
    setting871.self,
    setting872.self,
    setting873.self,
    setting874.self,
    setting875.self,
    setting876.self,
    setting877.self,
    setting878.self,
    setting879.self,
    setting880.self,
    setting881.self,
    setting882.self,
    setting883.self,
    setting884.self,
    setting885.self,
    setting886.self,
    setting887.self,
    setting888.self,
    setting889.self,
    setting890.self,
    setting891.self,
    setting892.self,
    setting893.self,
    setting894.self,
    setting895.self,
    setting896.self,
    setting897.self,
    setting898.self,
    setting899.self,
    setting900.self,
    setting901.self,
    setting902.self,
    setting903.self,
    setting904.self,
    setting905.self,
    setting906.self,
    setting907.self,
    setting908.self,
    setting909.self,
    setting910.self,
    setting911.self,
    setting912.self,
    setting913.self,
    setting914.self,
    setting915.self,
    setting916.self,
    setting917.self,
    setting918.self,
    setting919.self,
    setting920.self,
    setting921.self,
    setting922.self,
    setting923.self,
    setting924.self,
    setting925.self,
    setting926.self,
    setting927.self,
    setting928.self,
    setting929.self,
    setting930.self,
    setting931.self,
    setting932.self,
    setting933.self,
    setting934.self,
    setting935.self,
    setting936.self,
    setting937.self,
    setting938.self,
    setting939.self,
    setting940.self,
    setting941.self,
    setting942.self,
    setting943.self,
    setting944.self,
    setting945.self,
    setting946.self,
    setting947.self,
    setting948.self,
    setting949.self,
    setting950.self,
    setting951.self,
    setting952.self,
    setting953.self,
    setting954.self,
    setting955.self,
    setting956.self,
    setting957.self,
    setting958.self,
    setting959.self,
    setting960.self,
    setting961.self,
    setting962.self,
    setting963.self,
    setting964.self,
    setting965.self,
    setting966.self,
    setting967.self,
    setting968.self,
    setting969.self,
    setting970.self,
    setting971.self,
    setting972.self,
    setting973.self,
    setting974.self,
    setting975.self,
    setting976.self,
    setting977.self,
    setting978.self,
    setting979.self,
    setting980.self,
    setting981.self,
    setting982.self,
    setting983.self,
    setting984.self,
    setting985.self,
    setting986.self,
    setting987.self,
    setting988.self,
    setting989.self,
    setting990.self,
    setting991.self,
    setting992.self,
    setting993.self,
    setting994.self,
    setting995.self,
    setting996.self,
    setting997.self,
    setting998.self,
    setting999.self,
    setting1000.self,
]
