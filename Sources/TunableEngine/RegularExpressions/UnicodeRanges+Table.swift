// Printed by .ci/unicode-ranges from Unicode 17.0; do not edit.

extension UnicodeRanges {
    /// The version of Unicode that the table has.
    static let version = "17.0"

    /// One record for each property or script.
    ///
    /// A record has the names, `=` for a property or `:` for a script, and the ranges. After `^` follow the ranges that
    /// are in only one of `Script` and `Script_Extensions`. A range is its distance from the end of the range before it,
    /// and, after a dot, the number of characters after its first one, both in base 36.
    static let table = """
        Emoji_Component EComp = z 6 5.9 6ab 5x 17or 1c5y.p e3.4 14g.3 gw30.2n
        Extended_Pictographic ExtPict = 4p 4 68d c 60 m 2i.5 f.1 a7.1 c 4m p.a 4.2 5j 6f.1 a 9 1m.3 1.4 9 2 2.1 2 4 2 \
        1.1 2 3 3.1 8.2 5 1 5.b b.1 2 1.1 1 i 2.1 i.5 1 1.1 3.1 5 2.1 4.1 b.1 5.1 2 5.1 1 1.1 k.1 5.5 1.3 2 4 2 2.5 1 \
        2 1 1 6 3 6 a.1 f 2 4 1 4.2 1 b.1 1c.2 9 e e ac.1 cv.2 j.1 1f 4 yi c gp 1 2fze 13.3 2s.b f.1 f e.1 11.9 34.1 \
        c.1 e 2.9 j.1j r.e a k 2.8 1.3 9.m 6.57 2.33 2.1 1.2 2.2a 2.2 1.3 5.71 1.1q b.5 1.n 7.1 2.7 c 2.3 2 4.1 d.1 2 \
        8.1 9 5.2 c.2 8.2 2 1 4 6 3 6.2d 1c.1x 5.7 2.g 3 1.5 2.c 62.11 c.3 1k.7 a.5 14.7 u.1 c.3 2.d 9.12 c.1a 1.9 \
        1.54 2g.7 e.41 74.sd
        Regional_Indicator RI = 2qcm.p
        Adlam Adlm : 2olc.23 4.9 4.1 ^ 17j w 55a 2r5
        Ahom : 1j40.q 2.e 4.m
        Anatolian_Hieroglyphs Hluw : 1s00.g6
        Arabic Arab : 16o.4 1.5 1.d 1.2 1.v 1.9 b.p 1.2z 1.x 28.1b 6o.x 5.22 1.s 1bv4.dp 2.3z w.f 34.4 1.3q 31f.u 1v.5 \
        8.8 x.5 181s.3 1.q 1.1 1 2 1.9 1.3 1 1 6 4 1 1 1.2 1.1 1 2 1 1 1 1 1.1 1 2.3 1.6 1.3 1.3 1 1.9 1.g 5.2 1.4 1.g \
        1g.1 ^ 170 e 3 w a.a q 53y 2r5 14vw.1 140.r
        Armenian Armn : 10x.11 2.1d 2.2 1chv.4 ^ lk
        Avestan Avst : 1gqo.1h 3.6 ^ 53 8zc.1
        Balinese Bali : 5c0.24 1.1d
        Bamum Bamu : www.2f 124o.fs
        Bassa_Vah Bass : 1zo0.t 2.5
        Batak Batk : 5hc.1f 8.3
        Bengali Beng : 1vk.3 1.7 2.1 2.l 1.6 1 3.3 2.8 2.1 2.3 8 4.1 1.4 2.o ^ jg 1as.1 h.1 3u2 1 2.1 1 8 8 2 4 2.2 \
        rnd
        Beria_Erfe Berf : 20f4.o 2.o
        Bhaiksuki Bhks : 1k3k.8 1.18 1.d a.s
        Bopomofo Bopo : kq.1 93t.16 34.v ^ jr 1.2 d 8x3.2 4.9 1.c a.3 2 6 5f 14jt.1 7u.4
        Brahmi Brah : 1hq8.25 4.z 9
        Braille Brai : 7wg.73
        Buginese Bugi : 54w.r 2.1 ^ xjj
        Buhid Buhd : 4lc.j ^ 4l1.1
        Canadian_Aboriginal Cans : 3y8.hr fk.1x 1ewq.f
        Carian Cari : 1f34.1c ^ 53 68y 2 2qb
        Caucasian_Albanian Aghb : 1flc.1f b ^ lg 18 18
        Chakma Cakm : 1hxc.1g 1.h ^ 1ye.9 18w.9
        Cham : xkw.1i 9.d 2.9 2.3
        Cherokee Cher : 3vk.2d 2.5 twy.27 ^ lc.2 1 6.1 m.1 b.1
        Chorasmian Chrs : 1ho0.r
        Common Zyyy : 0.1s q.5 q.1a 1.e 1.4 n v ch.12 5.4 2.j 38 9 6 1 hp 6 e 3 w 4c ec 3l.1 yh b9.3 82 167.2 1z.1 \
        5n.1 1 y5 d 7.3 1.5 1.2 2 lh.b 2.2e 1.a 3.a 1.e h.x 1q.11 1.2 2.5 1.q 1.g 15.2 4.ih m.a l.pr 74.hf 2.3t e8.2l \
        b6.k 1 1.o f.7 4.3 2j.1 3 2i.1 43.f w.11 9 1c.1r v.28 1b 2g.4n 534.1r hkw.x 2u.2 4l.9 6s 4g az e.1 g5u.1 5s.9 \
        m.y 1.i 1.3 43 1.v q.5 q.a a 19.1 1s.6 1.6 a.4 76.2 4.18 3.8 28.c 1f.18 6c.q 10o4.3 318.70 3.c3 6.m f.g 2n.37 \
        1o.6t a.12 2.1p 3.g 8.1 7.t 4.1o 5x.j c.j c.2e 9.o 3r.2c 1.1y 1.1 2 2.1 2.3 1.b 1 1.6 1.1s 1.3 2.7 1.6 1.r 1.3 \
        1.4 1 3.6 1.9f 2.83 2.1d 41d.1v 24.1o jm.17 4.2r c.e 2.e 1.e 1.10 a.4t 1k.p 1.1 d.17 4.8 7.1 e.5 4a.rc 3.g 3.c \
        3.61 6.b 4 f.b 4.1j 8.9 6.13 8.t 2.b 4.1 e.8 13.9j 8.d 2.c 3.a 3.1k 1 4.f 2.b 4.9 7.42 1.2u gvly u.2n ^ 53 ec \
        a 1.2 1 9 1 4a if e 3 w mb.1 1hx 167.2 1z.1 5n.1 1 y5 d 7.3 1.5 1.2 2 ms v a 2 2pl o.1 a 4 1 bw.f 1.2 2 1.9 \
        1.c g.5 1 4.3 2j.1 3 2i.1 43.f w.11 9 1c.13 1k.1c f.b 1f 2g.o a.4 2o.u mpt.7 88.9 6s 4g gha.1 79.1 7u.4 a 19.1 \
        9s.2 4.18 3.8 bl.q 10o4.3 4ho.h 63i.1
        Coptic Copt Qaac : rm.d 80g.37 5.6 ^ 53 g8 3.1 1 30.1 8f5 1614.r
        Cuneiform Xsux : 1kw0.pl 2u.32 1.4 b.5f
        Cypriot Cprt : 1g5c.5 2 1.17 1.1 3 2 ^ 1erk.2 4.18 3.8
        Cypro_Minoan Cpmn : 1nyo.2q ^ 1erk.1
        Cyrillic Cyrl : sg.3o 2.4o 4ls.a 4g 24 38n.v nr4.2n ham.1 18n4.1p x ^ jg 1v.2 1 1 1 2 5 ab.1 50x 37u
        Deseret Dsrt : 1fcw.27
        Devanagari Deva : 1s0.28 4.e 2.p vhc.v mio.9 ^ jg 1as.1 h.1 3u2.12 1.1 s6 qpr.9
        Dives_Akuru Diak : 1ji8.6 2 2.7 1.1 1.t 1.1 2.b 9.9
        Dogra Dogr : 1jb4.1n ^ 1us.b vcw.9
        Duployan Dupl : 2fpc.2y 5.c 3.8 7.9 2.3 ^ 53 gf.1 1 o.1 8if 26oz.3
        Egyptian_Hieroglyphs Egyp : 1o1s.ut a.32y
        Elbasan Elba : 1fk0.13 ^ 53 gd
        Elymaic Elym : 1hpc.m
        Ethiopic Ethi : 3k0.20 1.3 2.6 1 1.3 2.14 1.3 2.w 1.3 2.6 1 1.3 2.e 1.1k 1.3 2.1u 2.v 3.p 546.m 9.6 1.6 1.6 \
        1.6 1.6 1.6 1.6 1.6 opu.5 2.5 2.5 9.6 1.6 1qk1.6 1.3 1.1 1.e ^ lq
        Garay Gara : 1h6o.11 3.s 8.1 ^ 170 e 3
        Georgian Geor : 3a8.11 1 5 2.16 1.3 2a8.16 2.2 37k.11 1 5 ^ 53 y9 29d 31a 2qe
        Glagolitic Glag : 8ow.2n 2e1s.6 1.g 2.6 1.1 1.4 ^ 53 gb 1 am 2 75 29d 31a 2qw nqj
        Gothic Goth : 1f74.q ^ 53 gc.1 2 14
        Grantha Gran : 1ibk.3 1.7 2.1 2.l 1.6 1.1 1.4 2.8 2.1 2.2 2 6 5.6 2.6 3.4 ^ 1u9.1 h.1 hs.d 3bw 1.1 u.2 3.1 s6 \
        1buy 2hg.1 1
        Greek Grek : og.3 1.2 2.3 1 4 1 1.2 1 1.j 1.1q e.f 4yu.4 1e.4 4.4 2c 8w.l 2.5 2.11 2.5 2.7 1 1 1 1.u 2.1g 1.e \
        1.d 2.5 1.i 2.2 1.8 87 rb2 gyi.26 h 155r.1x ^ 53 g8.1 2 1 1 a 1a 2 1a 56z.1 ij
        Gujarati Gujr : 22p.2 1.8 1.2 1.l 1.6 1.1 1.4 2.9 1.2 1.2 2 f.3 2.b 7.6 ^ 1u9.1 h.1 vd6.9
        Gunjala_Gondi Gong : 1kdc.5 1.1 1.10 1.1 1.5 7.9 ^ 53 1po.1
        Gurmukhi Guru : 1z5.2 1.5 4.1 2.l 1.6 1.1 1.1 1.1 2 1.4 4.1 2.2 3 7.3 1 7.g ^ 1u9.1 h.1 vd6.9
        Gurung_Khema Gukh : 1xq8.1l ^ 1ut
        Han Hani : 96o.p 1.2g c.5x 1b 1 p.8 e.3 qs.533 1s.g73 hkw.a5 2.2x n48.1 c.6 sg9.wyn w.3dp 2.4gd 2.5rk f.h9 \
        1wi.f1 15u.3t6 5.6jt ^ 53 9bs.f 1.2 2 1.9 1.c a.3 2 6 4.3 57 44.f w.11 9 1c.13 1k.1c f.b 1f 2g.o a.4 2o.u \
        mpt.7 h8d.1 7u.4 15ve.h 63i.1
        Hangul Hang : 3cw.73 5ym.1 75.2l 35.u 1t.u nhd.s hv.8mb c.m 4.1c 7tw.u 3.5 2.5 2.5 2.2 ^ 9hd.2 4.9 1.c g 6 5f \
        14jt.1 7u.4
        Hanifi_Rohingya Rohg : 1h4w.13 8.9 ^ 170 e 3 w 43
        Hanunoo Hano : 4kg.k ^ 4l1.1
        Hatran Hatr : 1gbk.i 1.1 5.4
        Hebrew Hebr : 13l.1i 8.q 4.5 1cfc.p 1.4 1 1.1 1.1 1.9 ^ lj.1
        Hiragana Hira : 9j5.2d 6.2 23q9.7y i t.2 crx ^ 9hd.2 4.9 1.c g.5 1 4.1 2j.3 3 2i.1 14js.1 7u.4 a 19.1
        Imperial_Aramaic Armi : 1g74.l 1.8
        Inherited Zinh Qaai : lc.33 7p.1 ck.a q kg.3 3ff.19 2.b dg.2 1.c 1.6 4 6 3.1 5i.1r ek.1 5e.w 309.3 2z.1 14kl.f \
        g.d r3 6a 38a 1138.19 2.m f4.2 h.7 2.6 u.3 h45u.6n ^ lc.e 1.1 1 f.2 7.1 1.1 g 2 i 5 4.c 7p.1 ck.a q kg.1 3ul.2 \
        1.c 1.6 4 6 3.1 5i.1 1i 1 l1 309.3 2z.1 15j9 38a
        Inscriptional_Pahlavi Phli : 1gtc.i 5.7
        Inscriptional_Parthian Prti : 1gsg.l 2.7
        Javanese Java : xhc.25 2.9 4.1 ^ xjj
        Kaithi Kthi : 1hts.1u a ^ 1uu.9 79d o3i.9
        Kannada Knda : 2gw.c 1.2 1.m 1.9 1.4 2.8 1.2 1.3 7.1 5.2 1.3 2.9 1.2 ^ 1u9.1 h.1 3u2 1.1 6 n 1 ri3.5
        Katakana Kana : 9lt.2h 2.2 6o.f 5s.1a 1.2f 14b2.9 1.18 ytu.3 1.6 1.1 1 7z.2 1e e.3 ^ lh t 8v1.2 4.9 1.c g.5 1 \
        4.1 2j.3 3 2i.1 14js.1 7u.4 a 19.1
        Kawi : 1kow.g 1.14 3.s
        Kayah_Li Kali : xds.19 1 ^ xf2
        Kharoshthi Khar : 1gjk.3 1.1 5.7 1.2 1.s 2.2 4.9 7.8
        Khitan_Small_Script Kits : 20o4 5cr.d1 15
        Khmer Khmr : 4n4.2l 2.9 6.9 di.v
        Khojki Khoj : 1i4g.h 1.1a ^ 25i.9 v28.9
        Khudawadi Sind : 1i9c.1m 5.9 ^ 1us.1 vd6.9
        Kirat_Rai Krai : 205c.1l
        Lao Laoo : 2v5.1 1 1.4 1.n 1 1.m 2.4 1 1.6 1.9 2.3
        Latin Latn : 1t.p 6.p 1b f 5.m 1.u 1.cg 13.4 55n.11 6.1c 5.3 5.c 1.1x 1t.73 a9 d g.c 3x.1 6 r h.14 253.v \
        o82.2t 3.29 k.e mo.16 1.8 1.3 fpy.6 t6.p 6.p 1lx.5 1.15 1.8 16it.u 6.5 ^ 53 ec a 1.2 1 9 1 12.e 1.1 1 f.2 7.1 \
        1.1 12 5 4.c 7p.1 y2.1 1ig 2kc fq 5c 2li nvs.7 fa
        Lepcha Lepc : 5j4.1j 3.e 3.2
        Limbu Limb : 4xs.u 1.b 4.b 4 3.b ^ 1ut
        Linear_A Lina : 1fr4.8m 9.l a.7 ^ 1err.18
        Linear_B Linb : 1ekg.b 1.p 1.i 1.1 1.e 2.d y.3e ^ 1erk.2 4.18 3.8
        Lisu : wk0.1b o8g ^ jg g 8xo.1
        Lycian Lyci : 1f28.s ^ 6e2
        Lydian Lydi : 1gdc.p 5 ^ 53 8zd
        Mahajani Mahj : 1hzk.12 ^ 53 1po.b vcw.9
        Makasar Maka : 1ko0.o
        Malayalam Mlym : 2kg.c 1.2 1.1e 1.2 1.5 4.f 2.p ^ 1u9.1 h.1 3uc n ri5.2
        Mandaic Mand : 1mo.r 2 ^ 18g
        Manichaean Mani : 1gow.12 4.b ^ 18g
        Marchen Marc : 1k6o.v 2.l 1.d
        Masaram_Gondi Gonm : 1kao.6 1.1 1.17 3 1.1 1.8 8.9 ^ 1us.1
        Medefaidrin Medf : 20cg.2i
        Meetei_Mayek Mtei : xr4.m 5l.19 2.9
        Mende_Kikakui Mend : 2oe8.5g 2.f
        Meroitic_Cursive Merc : 1ggw.n 4.j 2.19
        Meroitic_Hieroglyphs Mero : 1gg0.v ^ 6e5
        Miao Plrd : 20hs.22 4.1k 7.g
        Modi : 1iww.1w b.9 ^ x80.9
        Mongolian Mong : 4qo.1 2 1.j 6.2g 7.16 1e45.c ^ 4qq.1 1 1m1 34h.1 5.3
        Mro Mroo : 1zk0.u 1.9 4.1
        Multani Mult : 1i80.6 1 1.3 1.e 1.a ^ 21y.9
        Myanmar Mymr : 35s.4f u9s.u 2p.v le8.j ^ xf2
        Nabataean Nbat : 1g8w.u 8.8
        Nag_Mundari Nagm : 2nrk.15
        Nandinagari Nand : 1jmo.7 2.19 2.a ^ 1u9 i.1 ow.9 35l 8 7 rhx.5
        New_Tai_Lue Talu : 51c.17 4.p 6.a 3.1
        Newa : 1iio.2j 1.4 ^ 1u9.1 3uq 1.1 9 6 1 1
        Nko Nkoo : 1j4.1m 2.2 ^ 170 e 3 1cta.1
        Nushu Nshu : 20o1 cy6.az
        Nyiakeng_Puachue_Hmong Hmnp : 2n0g.18 3.d 2.9 4.1
        Ogham Ogam : 4g0.s
        Ol_Chiki Olck : 5lc.1b
        Ol_Onal Onao : 2nyo.16 4 ^ 1us.1
        Old_Hungarian Hung : 1h1c.1e d.1e 7.5 ^ 6e2 2 2qb f
        Old_Italic Ital : 1f5s.z 9.2
        Old_North_Arabian Narb : 1gn4.v
        Old_Permic Perm : 1f80.16 ^ 53 g8 5.2 a a7
        Old_Persian Xpeo : 1fa8.z 4.d
        Old_Sogdian Sogo : 1hj4.13
        Old_South_Arabian Sarb : 1gm8.v
        Old_Turkic Orkh : 1gxs.20 ^ 6e2 2qd
        Old_Uyghur Ougr : 1hm8.p ^ 18g 1fht
        Oriya Orya : 269.2 1.7 2.1 2.l 1.6 1.1 1.4 2.8 2.1 2.2 7.2 4.1 1.4 2.h ^ 1u9.1 h.1 3uc n
        Osage Osge : 1fhs.z 4.z ^ ld 2 6 24
        Osmanya Osma : 1fgg.t 2.9
        Pahawh_Hmong Hmng : 1zpc.1x a.9 1.6 1.k 5.i
        Palmyrene Palm : 1g80.v
        Pau_Cin_Hau Pauc : 1juo.1k
        Phags_Pa Phag : x8g.1j ^ 4qq.1 1 1m1 34i
        Phoenician Phnx : 1gcg.r 3
        Psalter_Pahlavi Phlp : 1gu8.h 7.3 c.6 ^ 18g
        Rejang Rjng : xf4.z b
        Runic Runr : 4gw.22 3.a ^ 4iz.2
        Samaritan Samr : 1kw.19 2.e ^ 94h
        Saurashtra Saur : xa8.1x 8.b
        Sharada Shrd : 1i0w.2n 1vk.7 ^ 1u9 3ut 1 2.1 2 9 2 ria.5 2
        Shavian Shaw : 1ff4.1b ^ 53
        Siddham Sidd : 1itc.1h 2.11
        Sidetic Sidt : 1ge8.p
        SignWriting Sgnw : 2l8g.i3 f.4 1.e
        Sinhala Sinh : 2o1.2 1.h 3.n 1.8 1 2.6 3 4.5 1 1.7 6.9 2.2 1fcc.j ^ 1us.1 3v0
        Sogdian Sogd : 1hkg.15 ^ 18g
        Sora_Sompeng Sora : 1hw0.o 7.9
        Soyombo Soyo : 1jrk.2a
        Sundanese Sund : 5fk.1r 74.7
        Sunuwar Sunu : 1k1s.x e.9 ^ lc.1 1 9 2 s 3
        Syloti_Nagri Sylo : x6o.18 ^ 1us.1 3k.9
        Syriac Syrc : 1ds.d 1.1n 2.2 7k.a ^ lf.1 2.1 1 o.2 7.1 1.1 ka e.1 2 w a.a q 4nb 1
        Tagalog Tglg : 4jk.l 9 ^ 4l1.1
        Tagbanwa Tagb : 4m8.c 1.2 1.1 ^ 4l1.1
        Tai_Le Tale : 500.t 2.4 ^ lc.1 5.1 3 2lv.9
        Tai_Tham Lana : 55s.1q 1.s 2.a 6.9 6.d
        Tai_Viet Tavt : xog.1u o.4
        Tai_Yo Tayo : 2o5c.u 1.l 8.1
        Takri Takr : 1j0g.1l 6.9 ^ 1us.1 vd6.9
        Tamil Taml : 29u.1 1.5 3.2 1.3 3.1 1 1.1 3.1 3.2 3.b 4.4 3.2 1.3 2 6 e.k 1ih1.1d d ^ 1u9.1 h.1 3uc ro8 ky5 1 \
        1j.1
        Tangsa Tnsa : 1zlc.26 1.9
        Tangut Tang : 20o0 v.5bz e8.u 2p.36 ^ 9gw.f dr
        Telugu Telu : 2dc.c 1.2 1.m 1.f 2.8 1.2 1.3 7.1 1.2 1.1 2.3 2.9 7.8 ^ 1u9.1 h.1 3u7.1 1 1 n
        Thaana Thaa : 1hc.1d ^ 170 e.1 2 1s.9 1cw8 a
        Thai : 2rl.1l 5.r ^ jg q 17 19
        Tibetan Tibt : 2yo.1z 1.z 4.12 1.z 1.e 1.6 4.1 ^ 9hk.3
        Tifinagh Tfng : 8xc.1j 7.1 e ^ le 1 1.3 p
        Tirhuta Tirh : 1im8.1z 8.9 ^ 1u9.1 h.1 3u7 c f ri5.9
        Todhri Todr : 1fpc.1f ^ ld 2 2 9 1 22
        Tolong_Siki Tols : 1kfk.17 4.9
        Toto : 2nbk.u ^ jg
        Tulu_Tigalari Tutg : 1if4.9 1 2 1.11 1.9 1 2 1.3 1.9 1.1 8.1 ^ 2jq.9 35u 1 ri3.5 57
        Ugaritic Ugar : 1f9c.t 1
        Vai Vaii : wlc.8b
        Vithkuqi Vith : 1fn4.a 1.e 1.6 1.1 1.a 1.e 1.6 1.1
        Wancho Wcho : 2ncw.1l 5
        Warang_Citi Wara : 1jfk.2a c
        Yezidi Yezi : 1hfk.15 1.2 2.1 ^ 170 e 3 1s.9
        Yi Yiii : vls.wc 3.1i ^ 9hd.1 5.9 2.7 67 14rp.4
        Zanabazar_Square Zanb : 1jpc.1z
        """
}
