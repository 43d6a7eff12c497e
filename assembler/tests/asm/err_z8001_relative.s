! Z8001: a relative address stays in its segment.
        .z8001
        jr      .
        calr    <<0>>4
        jr      <<1>>4
        calr    <<1>>4
